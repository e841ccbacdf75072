package io.tributary.traffic.history;

import static io.tributary.traffic.avro.Fields.acceptedAt;
import static io.tributary.traffic.avro.Fields.inner;
import static io.tributary.traffic.avro.Fields.requestId;
import static io.tributary.traffic.avro.Fields.type;

import io.tributary.traffic.Delivery;
import io.tributary.traffic.Plain;
import io.tributary.traffic.Request;
import io.tributary.traffic.avro.PlainRecord;
import io.tributary.traffic.check.Acceptance;
import io.tributary.traffic.check.Facts.Fact;
import io.tributary.traffic.check.Violations;
import io.tributary.traffic.generator.RequestFactory;
import io.tributary.traffic.generator.Verdict;
import io.tributary.traffic.json.PlainJson;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.apache.avro.generic.GenericRecord;

/** Requests of the family held against the facts that they have led to, and against answers. */
final class HistoryRequests {

  static final String MESSAGES = "/v1/history/messages";
  static final String THREADS = "/v1/history/threads";
  static final String FEEDBACK = "/v1/history/feedback";

  private static final List<String> IDS =
      List.of("org_id", "tenant_id", "user_id", "thread_id", "message_id");
  private static final List<String> OF_A_MESSAGE =
      List.of("content", "stop_reason", "response_metadata", "sources");
  private static final List<String> OF_A_THREAD = List.of("title", "origin", "is_temporary");

  private HistoryRequests() {}

  /** Adds the violations of what deliveries were told. */
  static void check(
      Collection<Fact> facts, Collection<Delivery> deliveries, Violations violations) {
    Map<String, Map<String, Object>> asked = new HashMap<>();
    for (Delivery delivery : deliveries) {
      Request request = delivery.request();
      if (RequestFactory.verdict(request) != Verdict.REFUSED) {
        asked.put(RequestFactory.id(request), asked(request));
      }
      if (delivery.acknowledged() && !isAnswer(delivery, asked)) {
        violations.add("answer beside the request: " + delivery);
      }
    }
    Acceptance<Map<String, Object>> acceptance = new Acceptance<>();
    for (Fact fact : facts) {
      String id = requestId(fact.value());
      Map<String, Object> request = asked.get(id);
      if (request != null && !isTick(fact)) {
        acceptance.add(id, said(fact, request.containsKey("timestamp")));
      }
    }
    acceptance.check(
        deliveries,
        request -> List.of(Objects.requireNonNull(asked.get(RequestFactory.id(request)))),
        violations);
  }

  /** Ticks are the processors' own, under the request of what waits. */
  private static boolean isTick(Fact fact) {
    return inner(fact.value(), "event").getSchema().getName().equals("ClockTick");
  }

  private static boolean isAnswer(Delivery delivery, Map<String, Map<String, Object>> asked) {
    String name = delivery.request().path().equals(THREADS) ? "thread_id" : "message_id";
    return delivery.status() == 202
        && Objects.equals(
            PlainJson.object(delivery.answer()).get(name),
            asked.getOrDefault(RequestFactory.id(delivery.request()), Map.of()).get(name));
  }

  /** What a fact says; a timestamp that its request had not is left out if it is the right one. */
  private static Map<String, Object> said(Fact fact, boolean withTimestamp) {
    GenericRecord event = inner(fact.value(), "event");
    Map<String, Object> said = State.idsOf(PlainRecord.of(fact.value()));
    said.putAll(State.of(event).fields());
    said.put("kind", type(event));
    if (!withTimestamp) {
      said.remove("timestamp", acceptedAt(fact.value()));
    }
    return said;
  }

  private static Map<String, Object> asked(Request request) {
    Map<String, Object> body = PlainJson.object(request.body());
    Map<String, Object> asked = new HashMap<>();
    IDS.forEach(name -> put(asked, name, body));
    switch (request.path()) {
      case MESSAGES -> {
        asked.put("kind", "PostedMessage");
        OF_A_MESSAGE.forEach(name -> put(asked, name, body));
        asked.put("role", upper(body, "role"));
        if (body.get("timestamp") instanceof BigDecimal timestamp) {
          asked.put("timestamp", timestamp.longValueExact());
        }
        if (body.get("thread") instanceof Map<?, ?> thread) {
          asked.put("thread", details(thread));
        }
      }
      case THREADS -> {
        asked.put("kind", "ThreadDetails");
        asked.putAll(details(body));
      }
      default -> {
        asked.put("kind", "PostedFeedback");
        if (body.get("verso") instanceof String) {
          asked.put("verso", upper(body, "verso"));
        }
        Object comment = body.get("feedback");
        if (comment != null) {
          asked.put("comment", comment == Plain.Null.NULL ? Map.of() : Map.of("text", comment));
        }
      }
    }
    return asked;
  }

  private static Map<String, Object> details(Map<?, ?> body) {
    Map<String, Object> details = new HashMap<>();
    OF_A_THREAD.forEach(name -> put(details, name, body));
    return details;
  }

  private static void put(Map<String, Object> asked, String name, Map<?, ?> body) {
    Object value = body.get(name);
    if (value != null && value != Plain.Null.NULL) {
      asked.put(name, value);
    }
  }

  private static String upper(Map<String, Object> body, String name) {
    return String.valueOf(body.get(name)).toUpperCase(Locale.ROOT);
  }
}
