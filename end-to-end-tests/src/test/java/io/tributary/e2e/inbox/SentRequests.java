package io.tributary.e2e.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.harness.load.Delivery;
import io.tributary.harness.load.Upload;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.ForgedFacts;
import io.tributary.harness.store.PlainJson;
import io.tributary.harness.store.TopicRecord;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.avro.generic.GenericRecord;

/**
 * What clients have sent and were answered, held against {@code inbox.events}: each publish that
 * was answered 202 came to each of its recipients exactly once, under its id; one that was not, to
 * all or to none; retries under a key are one message; reads stand there at least as often as they
 * were accepted and no more often than they were tried.
 */
final class SentRequests {

  /** A publish, told from others by its title, with all that was answered to it. */
  private static final class Publish {

    private final Upload upload;
    private final Set<String> ids = new TreeSet<>();
    private long tries;

    Publish(Upload upload) {
      this.upload = upload;
    }

    boolean isKeyed() {
      return upload.headers().containsKey("Idempotency-Key");
    }
  }

  private final Map<String, Publish> publishes = new HashMap<>();
  private final Map<String, Long> acceptedReads = new HashMap<>();
  private final Map<String, Long> triedReads = new HashMap<>();
  private final Set<String> redacted = new HashSet<>();
  private long accepted;
  private long refused;

  /** Takes in what became of some requests. */
  void add(Collection<Delivery> deliveries) {
    for (Delivery delivery : deliveries) {
      accepted += delivery.acknowledged() ? 1 : 0;
      switch (delivery.upload().method()) {
        case "POST" -> addPublish(delivery);
        case "PUT" -> addRead(delivery);
        default -> addRedaction(delivery);
      }
    }
  }

  /** How many were accepted. */
  long accepted() {
    return accepted;
  }

  /** How many publishes were refused, because their key was another's. */
  long refused() {
    return refused;
  }

  /** Ids of messages whose redaction was accepted. */
  Set<String> redacted() {
    return redacted;
  }

  private void addPublish(Delivery delivery) {
    JsonNode body = PlainJson.tree(delivery.upload().body());
    String title = body.path("message").path("title").asText();
    if (title.startsWith(InboxTraffic.REUSED)) {
      refused += delivery.refused() ? 1 : 0;
      assertThat(delivery.acknowledged()).as("%s", delivery).isFalse();
      return;
    }
    assertThat(delivery.refused()).as("%s", delivery).isFalse();
    Publish publish = publishes.computeIfAbsent(title, any -> new Publish(delivery.upload()));
    publish.tries += delivery.upload().attempts();
    if (delivery.acknowledged()) {
      assertThat(delivery.status()).isEqualTo(202);
      publish.ids.add(delivery.json().path("id").asText());
      JsonNode uids = body.path("audiences").path("uids");
      assertThat(delivery.json().path("recipients").asText())
          .isEqualTo(uids.isMissingNode() ? "null" : "" + uids.size());
    }
  }

  private void addRead(Delivery delivery) {
    assertThat(delivery.refused()).as("%s", delivery).isFalse();
    String[] path = delivery.upload().path().split("/", -1);
    String of = pk(decoded(path[3]), decoded(path[6]), decoded(path[4]));
    for (String read : reads(PlainJson.tree(delivery.upload().body()))) {
      triedReads.merge(of + " " + read, (long) delivery.upload().attempts(), Long::sum);
      if (delivery.acknowledged()) {
        acceptedReads.merge(of + " " + read, 1L, Long::sum);
      }
    }
  }

  private static List<String> reads(JsonNode body) {
    if (body.has("until")) {
      return List.of("until " + body.get("until").asText());
    }
    List<String> reads = new ArrayList<>();
    body.get("messages").forEach(id -> reads.add(id.asText()));
    return reads;
  }

  private void addRedaction(Delivery delivery) {
    assertThat(delivery.refused()).as("%s", delivery).isFalse();
    String[] path = delivery.upload().path().split("/", -1);
    if (delivery.acknowledged()) {
      redacted.add(path[path.length - 1]);
    }
  }

  /**
   * Checks the events that no test has made.
   *
   * @param again places of those that a test has appended once more
   */
  void check(List<TopicRecord> events, Set<String> again, AvroFiles avro) {
    Map<String, Map<String, List<String>>> delivered = new TreeMap<>();
    Map<String, Long> reads = new HashMap<>();
    for (TopicRecord record : events) {
      GenericRecord fact = avro.decode(record.raw().value());
      if (ForgedFacts.isForged(fact) || again.contains(record.place())) {
        continue;
      }
      GenericRecord event = (GenericRecord) fact.get("event");
      switch (event.getSchema().getName()) {
        case "DeliveredMessage" ->
            delivered
                .computeIfAbsent(title(event), any -> new TreeMap<>())
                .computeIfAbsent(event.get("id").toString(), any -> new ArrayList<>())
                .add(recipient(record, fact));
        case "ReadMessage" -> reads.merge(record.key() + " " + event.get("id"), 1L, Long::sum);
        case "ReadUntil" ->
            reads.merge(record.key() + " until " + event.get("until"), 1L, Long::sum);
        default -> {}
      }
    }
    assertThat(publishes.keySet()).as("titles").containsAll(delivered.keySet());
    publishes.forEach((title, publish) -> check(publish, delivered.getOrDefault(title, Map.of())));
    checkReads(reads);
  }

  private static String title(GenericRecord event) {
    return ((GenericRecord) event.get("details")).get("title").toString();
  }

  /** A user, or a partition of everyone's. */
  private static String recipient(TopicRecord record, GenericRecord fact) {
    String uid = fact.get("uid").toString();
    return uid.equals(Inbox.PUBLIC) ? "partition " + record.raw().partition() : record.key();
  }

  private static void check(Publish publish, Map<String, List<String>> delivered) {
    assertThat(delivered.keySet()).as("%s", publish.upload).containsAll(publish.ids);
    assertThat((long) delivered.size()).isLessThanOrEqualTo(publish.isKeyed() ? 1 : publish.tries);
    if (publish.isKeyed()) {
      assertThat(publish.ids.size()).isLessThanOrEqualTo(1);
    }
    List<String> recipients = recipients(publish.upload);
    delivered.forEach(
        (id, found) ->
            assertThat(found)
                .as("who got %s, %s", id, publish.upload)
                .containsExactlyInAnyOrderElementsOf(recipients));
  }

  private static List<String> recipients(Upload upload) {
    String[] path = upload.path().split("/", -1);
    JsonNode uids = PlainJson.tree(upload.body()).path("audiences").path("uids");
    List<String> recipients = new ArrayList<>();
    if (uids.isMissingNode()) {
      for (int partition = 0; partition < InboxFacts.PARTITIONS; partition++) {
        recipients.add("partition " + partition);
      }
    }
    uids.forEach(uid -> recipients.add(pk(decoded(path[3]), uid.asText(), decoded(path[4]))));
    return recipients;
  }

  private void checkReads(Map<String, Long> found) {
    acceptedReads.forEach(
        (read, times) ->
            assertThat(found.getOrDefault(read, 0L)).as(read).isGreaterThanOrEqualTo(times));
    found.forEach(
        (read, times) ->
            assertThat(times).as(read).isLessThanOrEqualTo(triedReads.getOrDefault(read, 0L)));
  }

  private static String pk(String tenant, String uid, String inbox) {
    return new Inbox(tenant, inbox).pk(uid);
  }

  private static String decoded(String segment) {
    return URLDecoder.decode(segment, StandardCharsets.UTF_8);
  }
}
