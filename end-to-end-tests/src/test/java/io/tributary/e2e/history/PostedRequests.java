package io.tributary.e2e.history;

import static io.tributary.e2e.history.StoredMessage.putIfThere;
import static io.tributary.harness.store.Fields.textOrNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.harness.load.Delivery;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.PlainItem;
import io.tributary.harness.store.PlainJson;
import io.tributary.harness.store.TopicRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;

/**
 * What clients have sent, held against the facts: each request that was answered 202 stands there,
 * with all that it said; none stands there more often than it was sent; and nobody else's.
 */
final class PostedRequests {

  /** How much later than its last answer a request may still have been appended. */
  private static final Duration LATE = Duration.ofMinutes(1);

  private static final String WHEN_ACCEPTED = "when accepted";
  private static final long A_YEAR = 31_536_000;
  private static final long A_DAY = 86_400;

  private final Map<Map<String, Object>, Long> accepted = new HashMap<>();
  private final Map<Map<String, Object>, Long> tried = new HashMap<>();
  private Instant first = Instant.MAX;
  private Instant last = Instant.MIN;

  /** Takes in what became of some requests; none may have been refused. */
  void add(Collection<Delivery> deliveries) {
    for (Delivery delivery : deliveries) {
      assertThat(delivery.refused()).as("refused: %s", delivery).isFalse();
      Map<String, Object> said =
          said(delivery.upload().path(), PlainJson.tree(delivery.upload().body()));
      tried.merge(said, (long) delivery.upload().attempts(), Long::sum);
      if (delivery.acknowledged()) {
        assertThat(delivery.status()).isEqualTo(202);
        accepted.merge(said, 1L, Long::sum);
      }
      first = first.isBefore(delivery.firstSent()) ? first : delivery.firstSent();
      last = last.isAfter(delivery.settled()) ? last : delivery.settled();
    }
  }

  /** How many were accepted. */
  long count() {
    return accepted.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Checks the facts that a test has not forged; those of processors are ticks alone. */
  void check(List<TopicRecord> facts, AvroFiles avro) {
    Map<Map<String, Object>, Long> found = new HashMap<>();
    for (TopicRecord record : facts) {
      GenericRecord fact = avro.decode(record.raw().value());
      GenericRecord envelope = (GenericRecord) fact.get("envelope");
      String caller = envelope.get("caller").toString();
      boolean tick = ((GenericRecord) fact.get("event")).getSchema().getName().equals("ClockTick");
      if (tick && !caller.equals("made-by-a-test")) {
        assertThat(caller).isEqualTo("stream-processors");
      } else if (!caller.equals("made-by-a-test")) {
        checkStamps(record, fact, envelope);
        found.merge(sentAs(fact, (Long) envelope.get("accepted_at")), 1L, Long::sum);
      }
    }
    accepted.forEach(
        (said, times) ->
            assertThat(found.getOrDefault(said, 0L))
                .as("facts of %s", said)
                .isGreaterThanOrEqualTo(times));
    found.forEach(
        (said, times) ->
            assertThat(times)
                .as("facts of %s", said)
                .isLessThanOrEqualTo(tried.getOrDefault(said, 0L)));
  }

  private void checkStamps(TopicRecord record, GenericRecord fact, GenericRecord envelope) {
    assertThat(envelope.get("caller")).hasToString("all");
    assertThat(Instant.ofEpochMilli((Long) envelope.get("accepted_at")))
        .isBetween(first.minusMillis(1), last.plus(LATE));
    assertThat(fact.get("life_seconds")).isEqualTo(A_YEAR);
    assertThat(fact.get("temporary_life_seconds")).isEqualTo(A_DAY);
    assertThat(record.header("tributary-fact-id")).contains(envelope.get("fact_id").toString());
    assertThat(record.header("tributary-accepted-at"))
        .contains(envelope.get("accepted_at").toString());
  }

  /** What a fact says; a time stamp that a request may not have had is left out if so. */
  private Map<String, Object> sentAs(GenericRecord fact, long acceptedAt) {
    Map<String, Object> said = said(fact);
    if (Long.valueOf(acceptedAt).equals(said.get("timestamp")) && !tried.containsKey(said)) {
      said.put("timestamp", WHEN_ACCEPTED);
    }
    return said;
  }

  private static Map<String, Object> said(String path, JsonNode body) {
    Map<String, Object> said = new TreeMap<>();
    String kind = path.substring(path.lastIndexOf('/') + 1);
    said.put("kind", kind);
    for (String name : List.of("org_id", "tenant_id", "user_id", "thread_id", "message_id")) {
      putIfThere(said, name, member(body, name));
    }
    switch (kind) {
      case "messages" -> sayMessage(said, body);
      case "threads" -> putIfThere(said, "details", details(body));
      default -> {
        putIfThere(said, "verso", member(body, "verso"));
        putIfThere(
            said, "comment", body.has("feedback") ? PlainJson.of(body.get("feedback")) : null);
      }
    }
    return said;
  }

  private static void sayMessage(Map<String, Object> said, JsonNode body) {
    JsonNode timestamp = body.get("timestamp");
    said.put("timestamp", timestamp == null ? WHEN_ACCEPTED : timestamp.longValue());
    for (String name : List.of("role", "content", "stop_reason", "response_metadata", "sources")) {
      putIfThere(said, name, member(body, name));
    }
    putIfThere(said, "details", body.hasNonNull("thread") ? details(body.get("thread")) : null);
  }

  private static @Nullable Object details(JsonNode body) {
    Map<String, Object> details = new TreeMap<>();
    for (String name : List.of("title", "origin", "is_temporary")) {
      putIfThere(details, name, member(body, name));
    }
    return details.isEmpty() ? null : details;
  }

  private static @Nullable Object member(JsonNode body, String name) {
    return body.hasNonNull(name) ? PlainJson.of(body.get(name)) : null;
  }

  private static Map<String, Object> said(GenericRecord fact) {
    Map<String, Object> said = new TreeMap<>();
    for (String name : List.of("org_id", "tenant_id", "user_id", "thread_id")) {
      putIfThere(said, name, textOrNull(fact, name));
    }
    GenericRecord event = (GenericRecord) fact.get("event");
    switch (event.getSchema().getName()) {
      case "PostedMessage" -> sayMessage(said, event);
      case "ThreadDetails" -> {
        said.put("kind", "threads");
        putIfThere(said, "details", details(event));
      }
      default -> sayFeedback(said, event);
    }
    return said;
  }

  private static void sayMessage(Map<String, Object> said, GenericRecord event) {
    said.put("kind", "messages");
    putIfThere(said, "message_id", textOrNull(event, "message_id"));
    said.put("timestamp", event.get("timestamp"));
    said.put("role", "USER".equals(textOrNull(event, "role")) ? "user" : "assistant");
    said.put("content", StoredMessage.content(event));
    putIfThere(said, "stop_reason", textOrNull(event, "stop_reason"));
    putIfThere(said, "response_metadata", StoredMessage.json(event, "response_metadata"));
    putIfThere(said, "sources", StoredMessage.json(event, "sources"));
    GenericRecord thread = (GenericRecord) event.get("thread");
    putIfThere(said, "details", thread == null ? null : details(thread));
  }

  private static void sayFeedback(Map<String, Object> said, GenericRecord event) {
    said.put("kind", "feedback");
    putIfThere(said, "message_id", textOrNull(event, "message_id"));
    String verso = textOrNull(event, "verso");
    putIfThere(said, "verso", verso == null ? null : verso.equals("UP") ? "up" : "down");
    GenericRecord comment = (GenericRecord) event.get("comment");
    if (comment != null) {
      String words = textOrNull(comment, "text");
      said.put("comment", words == null ? PlainItem.Null.NULL : words);
    }
  }

  private static @Nullable Object details(GenericRecord thread) {
    Map<String, Object> details = new TreeMap<>();
    putIfThere(details, "title", textOrNull(thread, "title"));
    putIfThere(details, "origin", textOrNull(thread, "origin"));
    putIfThere(details, "is_temporary", thread.get("is_temporary"));
    return details.isEmpty() ? null : details;
  }
}
