package io.tributary.traffic.inbox;

import static io.tributary.traffic.inbox.ScriptedLog.record;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.traffic.Delivery;
import io.tributary.traffic.Request;
import io.tributary.traffic.avro.Fields;
import io.tributary.traffic.generator.RequestFactory;
import io.tributary.traffic.generator.Verdict;
import io.tributary.traffic.json.PlainJson;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.avro.generic.GenericRecord;

/**
 * Turns requests into the facts that the family's documents ask for; events of publishes come some
 * time after these.
 */
final class ScriptedInbox {

  final ScriptedLog log = new ScriptedLog();
  private final Random random;
  private final Map<String, Claim> claims = new HashMap<>();
  private final Map<String, List<String>> recipients = new HashMap<>();
  private final Map<String, Map<String, Object>> lives = new HashMap<>();
  private final Deque<Runnable> behind = new ArrayDeque<>();
  private long now = 1_772_323_200_000L;
  private int ids;

  private record Claim(String title, String id) {}

  /** The path of a request in parts, and its body. */
  private record Call(Request request, List<String> path, GenericRecord envelope) {

    String tenant() {
      return path.get(3);
    }

    String inbox() {
      return path.get(4);
    }

    JsonNode body() {
      return PlainJson.tree(request.body());
    }

    long second() {
      return Fields.whole(envelope, "accepted_at") / 1_000;
    }
  }

  ScriptedInbox(long seed) {
    this.random = new Random(seed);
  }

  Instant now() {
    return Instant.ofEpochMilli(now);
  }

  /** Lets so much time pass for all that comes later. */
  void pass(long millis) {
    now += millis;
  }

  /** Accepts or refuses a request. */
  Delivery send(Request request) {
    now += random.nextInt(3_000);
    Instant at = now();
    Answer answer = answer(request);
    while (behind.size() > random.nextInt(4)) {
      behind.remove().run();
    }
    return new Delivery(request, answer.status(), answer.text(), at, now());
  }

  private record Answer(int status, String text) {}

  private Answer answer(Request request) {
    if (RequestFactory.verdict(request) == Verdict.REFUSED) {
      return new Answer(400, "{}");
    }
    List<String> path =
        List.of(request.path().split("/")).stream()
            .map(part -> URLDecoder.decode(part, StandardCharsets.UTF_8))
            .toList();
    Call call = new Call(request, path, log.envelope(RequestFactory.id(request), now));
    return switch (path.get(path.size() - 1)) {
      case "settings", "config" -> settings(call);
      case "reads" -> reads(call);
      case "messages" -> publish(call);
      default -> redact(call);
    };
  }

  private Answer settings(Call call) {
    JsonNode body = call.body();
    boolean ofTenant = !body.has("description");
    Map<String, Object> ttl = new HashMap<>();
    body.path("ttl").properties().forEach(each -> ttl.put(each.getKey(), each.getValue().asText()));
    String key = "t#" + call.tenant() + (ofTenant ? "#st#tenant_settings" : "#si#" + call.inbox());
    lives.put(key, ofTenant ? Map.of("default", body.path("ttl").asText()) : ttl);
    GenericRecord settings =
        ofTenant
            ? record("TenantSettings").set("ttl", body.path("ttl").asText()).build()
            : record("InboxConfig").set("description", "all of it").set("ttl", ttl).build();
    log.append(
        "inbox.settings-commands",
        key,
        record("InboxSettingsCommand")
            .set("envelope", call.envelope())
            .set("tenant_key", call.tenant())
            .set("inbox_key", ofTenant ? null : call.inbox())
            .set("title", body.path("title").asText())
            .set("settings", settings)
            .build());
    return new Answer(200, "{}");
  }

  private Answer reads(Call call) {
    JsonNode body = call.body();
    String uid = call.path().get(6);
    if (body.has("until")) {
      long until = body.path("until").asLong();
      event(call, uid, record("ReadUntil").set("until", until).build());
    }
    new TreeSet<>(body.path("messages").valueStream().map(JsonNode::asText).toList())
        .forEach(id -> event(call, uid, record("ReadMessage").set("id", id).build()));
    return new Answer(202, request(body));
  }

  private static String request(JsonNode body) {
    return body.toString();
  }

  private Answer publish(Call call) {
    JsonNode body = call.body();
    String title = body.path("message").path("title").asText();
    GenericRecord publication = ScriptedLog.publication(body, call.second() + life(call));
    String id = String.format(Locale.ROOT, "M%016d", ids++);
    String key = call.request().headers().get("Idempotency-Key");
    if (key != null) {
      String claim = call.tenant() + '#' + call.inbox() + '#' + key;
      Claim taken = claims.putIfAbsent(claim, new Claim(title, id));
      log.append(
          "inbox.publish-commands",
          claim,
          record("InboxPublishCommand")
              .set("envelope", call.envelope())
              .set("tenant_key", call.tenant())
              .set("inbox_key", call.inbox())
              .set("idempotency_key", key)
              .set("payload_digest", title)
              .set("id", id)
              .set("publication", publication)
              .build());
      if (taken != null) {
        return taken.title().equals(title)
            ? answer(taken.id(), publication)
            : new Answer(422, "{}");
      }
    }
    publish(call, id, publication);
    List<String> uids = uids(publication);
    recipients.put(call.tenant() + '#' + call.inbox() + '#' + id, uids);
    GenericRecord delivered =
        record("DeliveredMessage")
            .set("id", id)
            .set("category", publication.get("category"))
            .set("expiredat", publication.get("expiredat"))
            .set("details", publication.get("details"))
            .build();
    behind.add(() -> uids.forEach(uid -> event(call, uid, delivered)));
    return answer(id, publication);
  }

  private static Answer answer(String id, GenericRecord publication) {
    List<String> uids = uids(publication);
    Object count = uids.contains("$public") ? null : uids.size();
    return new Answer(202, "{\"id\":\"%s\",\"recipients\":%s}".formatted(id, count));
  }

  private static List<String> uids(GenericRecord publication) {
    List<Object> uids = Fields.texts(publication, "uids").orElseThrow();
    return uids.isEmpty() ? List.of("$public") : uids.stream().map(Object::toString).toList();
  }

  /** Life of a message as the settings have it. */
  private long life(Call call) {
    String tenant = "t#" + call.tenant();
    String category = call.body().path("taxonomy").path("category").asText("default");
    Map<String, Object> config = lives.getOrDefault(tenant + "#si#" + call.inbox(), Map.of());
    Map<String, Object> settings = lives.getOrDefault(tenant + "#st#tenant_settings", Map.of());
    Object life =
        config.getOrDefault(
            category, config.getOrDefault("default", settings.getOrDefault("default", "30d")));
    return switch (life.toString()) {
      case "90m" -> 5_400;
      case "7d" -> 604_800;
      case "86400s" -> 86_400;
      default -> 2_592_000;
    };
  }

  private Answer redact(Call call) {
    String id = call.path().get(6);
    publish(call, id, record("Redaction").build());
    List<String> uids =
        recipients.getOrDefault(call.tenant() + '#' + call.inbox() + '#' + id, List.of());
    recipients.replace(call.tenant() + '#' + call.inbox() + '#' + id, List.of());
    GenericRecord redacted = record("RedactedMessage").set("id", id).build();
    behind.add(() -> uids.forEach(uid -> event(call, uid, redacted)));
    return new Answer(202, "{}");
  }

  private void publish(Call call, String id, GenericRecord event) {
    log.append(
        "inbox.publishes",
        call.tenant() + '#' + call.inbox() + '#' + id,
        record("InboxPublish")
            .set("envelope", call.envelope())
            .set("tenant_key", call.tenant())
            .set("inbox_key", call.inbox())
            .set("id", id)
            .set("event", event)
            .build());
  }

  /** Appends an event to the log of a user, or to every partition. */
  private void event(Call call, String uid, GenericRecord event) {
    event(new Mailbox(call.tenant(), call.inbox(), uid), call.envelope(), event);
  }

  private void event(Mailbox box, GenericRecord envelope, GenericRecord event) {
    GenericRecord fact =
        record("InboxEvent")
            .set("envelope", envelope)
            .set("tenant_key", box.tenant())
            .set("inbox_key", box.inbox())
            .set("uid", box.uid())
            .set("event", event)
            .build();
    String pk = box.pk();
    int home = ScriptedLog.home(pk);
    IntStream.range(0, ScriptedLog.PARTITIONS)
        .filter(partition -> box.isPublic() || partition == home)
        .forEach(partition -> log.append("inbox.events", partition, pk, fact, Map.of()));
  }

  /** Lets DynamoDB remove a message or a receipt, and the relay see it. */
  void expire(String tenant, String inbox, String uid, String id) {
    Mailbox box = new Mailbox(tenant, inbox, uid);
    GenericRecord envelope = log.envelope("event of the stream", now);
    log.append(
        "inbox.expiries",
        box.pk(),
        record("InboxExpiry")
            .set("envelope", envelope)
            .set("tenant_key", tenant)
            .set("inbox_key", inbox)
            .set("uid", uid)
            .set("id", id)
            .build());
    event(box, envelope, record("ExpiredMessage").set("id", id).build());
  }

  /** Lets what is behind catch up, and stores what the model makes of the facts. */
  ScriptedLog finish() {
    behind.forEach(Runnable::run);
    behind.clear();
    new ScriptedRecords(log).write();
    return log;
  }
}
