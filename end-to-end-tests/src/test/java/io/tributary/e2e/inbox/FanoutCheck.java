package io.tributary.e2e.inbox;

import io.tributary.harness.oracle.Comparison;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.TopicRecord;
import io.tributary.harness.store.Topics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.avro.generic.GenericRecord;

/**
 * What publishes, redactions and expiries must have become in {@code inbox.events}: each message
 * comes once to each of its recipients and is taken back once from the same; an expiry is passed
 * on.
 */
final class FanoutCheck {

  private static final Set<String> PASSED_ON =
      Set.of("DeliveredMessage", "RedactedMessage", "ExpiredMessage");

  private final Map<String, Long> must = new HashMap<>();
  private final Map<String, List<String>> recipients = new HashMap<>();

  private FanoutCheck() {}

  /**
   * Compares the topics.
   *
   * @param appended places of events that a test has appended itself
   */
  static void check(Topics topics, AvroFiles avro, Set<String> appended) {
    FanoutCheck check = new FanoutCheck();
    for (TopicRecord record : topics.read(InboxFacts.PUBLISHES)) {
      check.addPublish(avro.decode(record.raw().value()));
    }
    for (TopicRecord record : topics.read(InboxFacts.EXPIRIES)) {
      GenericRecord expiry = avro.decode(record.raw().value());
      String uid = expiry.get("uid").toString();
      check.add("ExpiredMessage", expiry, logs(expiry, uid));
    }
    Map<String, Long> found = new HashMap<>();
    for (TopicRecord record : topics.read(InboxFacts.EVENTS)) {
      GenericRecord fact = avro.decode(record.raw().value());
      if (isPassedOn(fact) && !appended.contains(record.place())) {
        found.merge(name(record, fact), 1L, Long::sum);
      }
    }
    Comparison.of(check.must, Map.of(), found).requireNone(InboxFacts.EVENTS);
  }

  /** Whether an event was made of another fact, and is not the rest of what was. */
  private static boolean isPassedOn(GenericRecord fact) {
    return PASSED_ON.contains(kind(fact)) && fact.get("resume_after") == null;
  }

  private static String kind(GenericRecord fact) {
    return ((GenericRecord) fact.get("event")).getSchema().getName();
  }

  private static String name(TopicRecord record, GenericRecord fact) {
    boolean isPublic = fact.get("uid").toString().equals(Inbox.PUBLIC);
    String log = record.key() + (isPublic ? "/" + record.raw().partition() : "");
    return kind(fact) + " " + ((GenericRecord) fact.get("event")).get("id") + " " + log;
  }

  private void addPublish(GenericRecord publish) {
    GenericRecord event = (GenericRecord) publish.get("event");
    String id = Held.inbox(publish) + " " + publish.get("id");
    if (event.getSchema().getName().equals("Publication")) {
      if (!recipients.containsKey(id)) {
        recipients.put(id, logsOf(publish, event));
        add("DeliveredMessage", publish, recipients.getOrDefault(id, List.of()));
      }
    } else {
      add("RedactedMessage", publish, recipients.getOrDefault(id, List.of()));
      recipients.replace(id, List.of());
    }
  }

  private static List<String> logsOf(GenericRecord publish, GenericRecord publication) {
    return publication.get("audience").toString().equals("EVERYONE")
        ? logs(publish, Inbox.PUBLIC)
        : ((List<?>) publication.get("uids"))
            .stream().flatMap(uid -> logs(publish, uid.toString()).stream()).toList();
  }

  /**
   * Where the events of an inbox stand: a user's in one place, the public one's in each partition.
   */
  private static List<String> logs(GenericRecord fact, String uid) {
    String pk = Held.inbox(fact).pk(uid);
    return uid.equals(Inbox.PUBLIC)
        ? IntStream.range(0, InboxFacts.PARTITIONS).mapToObj(i -> pk + "/" + i).toList()
        : Stream.of(pk).toList();
  }

  private void add(String kind, GenericRecord fact, List<String> logs) {
    logs.forEach(log -> must.merge(kind + " " + fact.get("id") + " " + log, 1L, Long::sum));
  }
}
