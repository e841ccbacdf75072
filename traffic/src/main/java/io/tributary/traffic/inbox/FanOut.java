package io.tributary.traffic.inbox;

import static io.tributary.traffic.avro.Fields.text;
import static io.tributary.traffic.avro.Fields.whole;

import io.tributary.schemas.topic.InboxTopics;
import io.tributary.traffic.LogRecord;
import io.tributary.traffic.avro.Fields;
import io.tributary.traffic.check.DeadLetters;
import io.tributary.traffic.check.Tally;
import io.tributary.traffic.check.Violations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.avro.generic.GenericRecord;

/**
 * Publishes, redactions and expiries held against the events that must come of each: one in the log
 * of every recipient, all or none; what concerns a public mailbox comes to every partition.
 */
final class FanOut {

  /** Time beyond {@code expiredat} for which a message can be taken back, seconds. */
  private static final long LINGERING = 3 * 86_400;

  private final Tally tally;
  private final DeadLetters letters;
  private final Map<String, Sent> sent = new HashMap<>();
  private final Set<String> origins = new HashSet<>();

  /** Contents of events by kind, fact id, message and log. */
  private final Map<String, List<Object>> expected = new HashMap<>();

  private final Map<String, List<Object>> found = new HashMap<>();
  private final Violations violations = new Violations();

  /** Logs that got a message, known until that second. */
  private static final class Sent {
    private final List<String> logs;
    private final long end;
    private boolean redacted;

    Sent(List<String> logs, long end) {
      this.logs = logs;
      this.end = end;
    }
  }

  FanOut(Tally tally, DeadLetters letters) {
    this.tally = tally;
    this.letters = letters;
  }

  /** Applies the next publish, redaction or tick. */
  void publish(LogRecord record, GenericRecord fact) {
    origins.add(factId(fact));
    long now = Math.floorDiv(Fields.acceptedAt(fact), 1_000L);
    GenericRecord event = Fields.inner(fact, "event");
    Sent known = sent.get(record.key());
    boolean isKnown = known != null && known.end > now;
    switch (Fields.type(event)) {
      case "Publication" -> {
        if (!isKnown) {
          List<String> logs = logs(fact, event);
          sent.put(record.key(), new Sent(logs, whole(event, "expiredat") + LINGERING));
          expect("DeliveredMessage", fact, logs, content(fact, event));
        }
      }
      case "Redaction" -> {
        if (known == null || !isKnown) {
          letters.expect(record, "MESSAGE_NOT_FOUND");
          tally.add("redactions of nothing");
        } else if (!known.redacted) {
          known.redacted = true;
          expect("RedactedMessage", fact, known.logs, content(fact, event));
        }
      }
      default ->
          expect(
              "MissedMessage",
              fact,
              List.of(Mailbox.of(fact, text(event, "uid")).pk()),
              content(fact, event));
    }
  }

  /** Applies the next expiry. */
  void expire(GenericRecord fact) {
    if (!origins.add(factId(fact))) {
      violations.add("relayed twice: " + fact);
    }
    expect("ExpiredMessage", fact, logs(fact, text(fact, "uid")), content(fact, fact));
  }

  /** Takes in an event of the log; those that come of no other fact do not matter. */
  void found(LogRecord record, GenericRecord fact) {
    String factId = factId(fact);
    GenericRecord event = Fields.inner(fact, "event");
    if (origins.contains(factId) && event.hasField("id")) {
      boolean isPublic = text(fact, "uid").equals(Mailbox.EVERYONE);
      String log = record.key() + (isPublic ? "/" + record.partition() : "");
      add(found, name(Fields.type(event), factId, text(event, "id"), log), content(fact, event));
    }
  }

  /** Adds violations for events that are missing, doubled, changed or more than that. */
  void check(Violations all) {
    violations.lines().forEach(all::add);
    all.compare("events of publishes and expiries", expected, found);
  }

  private static String factId(GenericRecord fact) {
    return text(Fields.inner(fact, "envelope"), "fact_id");
  }

  private static String name(String kind, String factId, String id, String log) {
    return kind + ' ' + id + " of fact " + factId + " in " + log;
  }

  /** Everything else that an event must share with its fact. */
  private static Object content(GenericRecord fact, GenericRecord event) {
    return event.hasField("details")
        ? Arrays.asList(
            Fields.acceptedAt(fact),
            Fields.textOrNull(event, "category"),
            event.get("expiredat"),
            event.get("details"))
        : Fields.acceptedAt(fact);
  }

  private void expect(String kind, GenericRecord fact, List<String> logs, Object content) {
    String factId = factId(fact);
    logs.forEach(log -> add(expected, name(kind, factId, text(fact, "id"), log), content));
  }

  private static void add(Map<String, List<Object>> all, String name, Object content) {
    all.computeIfAbsent(name, any -> new ArrayList<>(1)).add(content);
  }

  private static List<String> logs(GenericRecord fact, GenericRecord publication) {
    if (text(publication, "audience").equals("EVERYONE")) {
      return logs(fact, Mailbox.EVERYONE);
    }
    List<String> logs = new ArrayList<>();
    ((List<?>) publication.get("uids")).forEach(uid -> logs.addAll(logs(fact, uid.toString())));
    return logs;
  }

  private static List<String> logs(GenericRecord fact, String uid) {
    String pk = Mailbox.of(fact, uid).pk();
    if (!uid.equals(Mailbox.EVERYONE)) {
      return List.of(pk);
    }
    List<String> logs = new ArrayList<>();
    for (int partition = 0; partition < InboxTopics.EVENTS.partitions(); partition++) {
      logs.add(pk + '/' + partition);
    }
    return logs;
  }
}
