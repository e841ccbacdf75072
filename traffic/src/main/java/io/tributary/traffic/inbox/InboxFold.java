package io.tributary.traffic.inbox;

import static io.tributary.traffic.avro.Fields.text;
import static io.tributary.traffic.avro.Fields.textOrNull;
import static io.tributary.traffic.avro.Fields.whole;

import io.tributary.schemas.topic.InboxTopics;
import io.tributary.traffic.Contents;
import io.tributary.traffic.LogRecord;
import io.tributary.traffic.avro.Fields;
import io.tributary.traffic.check.Acceptance;
import io.tributary.traffic.check.DeadLetters;
import io.tributary.traffic.check.Facts;
import io.tributary.traffic.check.Facts.Fact;
import io.tributary.traffic.check.KeyRules;
import io.tributary.traffic.check.Tally;
import io.tributary.traffic.check.Violations;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.common.utils.Utils;

/** Every fact of the family, folded. */
final class InboxFold {

  private static final int OFFSET_DIGITS = 19;

  private final Tally tally = new Tally();
  private final DeadLetters letters = new DeadLetters();
  private final SettingsFold settings = new SettingsFold();
  private final Claims claims = new Claims(tally);
  private final FanOut fanOut = new FanOut(tally, letters);
  private final Acceptance<List<Object>> acceptance = new Acceptance<>();

  /** Ids of messages and their numbers of recipients, by the request that published them. */
  private final Map<String, Map<String, Integer>> ids = new HashMap<>();

  private final Set<String> rejected = new HashSet<>();
  private final Map<Integer, PartitionFold> partitions = new TreeMap<>();

  /** Mailboxes of users, and the public ones where they are at home. */
  private final List<MailboxFold> boxes = new ArrayList<>();

  private final Set<Mailbox> sliced = new HashSet<>();
  private final Violations violations = new Violations();

  private InboxFold() {}

  /** Folds the facts of a pipeline. */
  static InboxFold of(Contents contents) {
    InboxFold fold = new InboxFold();
    fold.read(contents, "settings-commands", "InboxSettingsCommand", InboxFold::settingsKey)
        .forEach(fold::settings);
    fold.read(contents, "publish-commands", "InboxPublishCommand", InboxFold::commandKey)
        .forEach(fold::command);
    fold.read(contents, "publishes", "InboxPublish", fact -> publishKey(fact, "id"))
        .forEach(fold::publish);
    fold.read(contents, "expiries", "InboxExpiry", InboxFold::mailboxKey)
        .forEach(fact -> fold.fanOut.expire(fact.value()));
    fold.read(contents, "events", "InboxEvent", InboxFold::mailboxKey).forEach(fold::event);
    fold.partitions.forEach(fold::addBoxes);
    return fold;
  }

  private List<Fact> read(
      Contents contents, String topic, String type, Function<GenericRecord, Optional<String>> key) {
    return Facts.read(contents, "inbox." + topic, type, key, letters);
  }

  private static Optional<String> settingsKey(GenericRecord fact) {
    String inbox = textOrNull(fact, "inbox_key");
    return Optional.of(
        "t#" + text(fact, "tenant_key") + (inbox == null ? "#st#tenant_settings" : "#si#" + inbox));
  }

  private static Optional<String> commandKey(GenericRecord fact) {
    return publishKey(fact, "idempotency_key");
  }

  private static Optional<String> publishKey(GenericRecord fact, String name) {
    return Optional.of(
        text(fact, "tenant_key") + '#' + text(fact, "inbox_key") + '#' + text(fact, name));
  }

  private static Optional<String> mailboxKey(GenericRecord fact) {
    Mailbox box = Mailbox.of(fact);
    boolean valid =
        KeyRules.isId(box.tenant()) && KeyRules.isId(box.inbox()) && KeyRules.isId(box.uid());
    return Optional.of(box.pk()).filter(pk -> valid);
  }

  private void settings(Fact fact) {
    GenericRecord command = fact.value();
    acceptance.add(Fields.requestId(command), Asked.settings(command));
    settings.apply(command);
    tally.add("settings");
  }

  private void command(Fact fact) {
    GenericRecord command = fact.value();
    GenericRecord publication = Fields.inner(command, "publication");
    List<Object> asked = Asked.publication(command, publication);
    String requestId = Fields.requestId(command);
    claims
        .apply(fact.record().key(), command, asked)
        .ifPresentOrElse(
            id -> published(requestId, id, publication, asked), () -> rejected.add(requestId));
  }

  private void publish(Fact publish) {
    GenericRecord fact = publish.value();
    fanOut.publish(publish.record(), fact);
    GenericRecord event = Fields.inner(fact, "event");
    String id = text(fact, "id");
    if (event.hasField("details")) {
      checkLife(fact, event);
      if (!claims.publishes(fact)) {
        tally.add("publishes");
        published(Fields.requestId(fact), id, event, Asked.publication(fact, event));
      }
    } else if (Fields.type(event).equals("Redaction")) {
      Mailbox box = Mailbox.of(fact, Mailbox.EVERYONE);
      acceptance.add(Fields.requestId(fact), Asked.redaction(box.tenant(), box.inbox(), id));
    }
  }

  private void published(
      String requestId, String id, GenericRecord publication, List<Object> asked) {
    acceptance.add(requestId, asked);
    int recipients = ((List<?>) publication.get("uids")).size();
    ids.computeIfAbsent(requestId, any -> new HashMap<>(2)).put(id, recipients);
  }

  private void checkLife(GenericRecord fact, GenericRecord publication) {
    long life = whole(publication, "expiredat") - Math.floorDiv(Fields.acceptedAt(fact), 1_000L);
    Mailbox box = Mailbox.of(fact, Mailbox.EVERYONE);
    if (!settings.allows(box, textOrNull(publication, "category"), life)) {
      violations.add("no settings give a life of " + life + " s: " + fact);
    }
  }

  private void event(Fact read) {
    LogRecord record = read.record();
    GenericRecord fact = read.value();
    Mailbox box = Mailbox.of(fact);
    if (fact.get("resume_after") != null) {
      tally.add("continuations");
      sliced.add(box.everyone());
      return;
    }
    fanOut.found(record, fact);
    GenericRecord event = Fields.inner(fact, "event");
    switch (Fields.type(event)) {
      case "ReadMessage" ->
          acceptance.add(Fields.requestId(fact), Asked.read(box, text(event, "id")));
      case "ReadUntil" ->
          acceptance.add(Fields.requestId(fact), Asked.read(box, whole(event, "until")));
      default -> {}
    }
    partitions
        .computeIfAbsent(record.partition(), any -> new PartitionFold(tally, letters))
        .apply(record, fact);
  }

  Tally tally() {
    return tally;
  }

  DeadLetters letters() {
    return letters;
  }

  /** Facts by the request that they came by. */
  Acceptance<List<Object>> acceptance() {
    return acceptance;
  }

  /** Messages that a request may be answered, and their numbers of recipients; 0 for everyone. */
  Map<String, Integer> ids(String requestId) {
    return ids.getOrDefault(requestId, Map.of());
  }

  /** True of a request whose key was another publish's. */
  boolean isRejected(String requestId) {
    return rejected.contains(requestId);
  }

  /** Partition keys of inboxes with an event that was too large to be applied at once. */
  Set<Object> sliced() {
    Set<Object> keys = new HashSet<>();
    boxes.stream()
        .map(MailboxFold::box)
        .filter(box -> sliced.contains(box.everyone()))
        .forEach(box -> keys.add(box.pk()));
    return keys;
  }

  /** Adds violations of what is between the facts. */
  void check(Violations all) {
    violations.lines().forEach(all::add);
    claims.check(all);
    fanOut.check(all);
  }

  private void addBoxes(int partition, PartitionFold fold) {
    for (MailboxFold box : fold.boxes()) {
      if (partition == home(box.box().pk())) {
        boxes.add(box);
      }
    }
  }

  private static int home(String key) {
    int hash = Utils.murmur2(key.getBytes(StandardCharsets.UTF_8));
    return Utils.toPositive(hash) % InboxTopics.EVENTS.partitions();
  }

  /** Every item of the table by its key, without {@code rev}. */
  Map<List<Object>, Map<String, Object>> items() {
    Map<List<Object>, Map<String, Object>> items = new HashMap<>(settings.items());
    for (MailboxFold box : boxes) {
      put(box, true, items);
      box.putCounters(items);
    }
    return items;
  }

  /** Messages and receipts that have gone, by the key of their item. */
  Map<List<Object>, Map<String, Object>> removed() {
    Map<List<Object>, Map<String, Object>> removed = new HashMap<>();
    boxes.forEach(box -> put(box, false, removed));
    return removed;
  }

  private static void put(
      MailboxFold box, boolean live, Map<List<Object>, Map<String, Object>> items) {
    for (Held held : box.held()) {
      if (held.isLive() == live) {
        items.put(held.key(), held.item());
      }
    }
  }

  /**
   * Partition and offset of the reads that wait, by the key of their wait. Adds violations for
   * those that are over.
   */
  Map<String, String> waits(Instant now, Violations all) {
    Map<String, String> waits = new HashMap<>();
    for (MailboxFold box : boxes) {
      for (MailboxFold.Wait wait : box.waits()) {
        String offset = Long.toString(wait.record().offset());
        String key = box.box().pk() + '#' + "0".repeat(OFFSET_DIGITS - offset.length()) + offset;
        waits.put(key, wait.record().partition() + "/" + offset);
        if (now.toEpochMilli() - wait.acceptedAt() > PartitionFold.TEN_MINUTES) {
          all.add("still waiting: " + key);
        }
      }
    }
    return waits;
  }
}
