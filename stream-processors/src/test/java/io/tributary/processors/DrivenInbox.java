package io.tributary.processors;

import static io.tributary.processors.DrivenTopology.START;

import io.tributary.avro.envelope.ClockTick;
import io.tributary.avro.inbox.DeliveredMessage;
import io.tributary.avro.inbox.ExpiredMessage;
import io.tributary.avro.inbox.InboxEvent;
import io.tributary.avro.inbox.InboxMessage;
import io.tributary.avro.inbox.InboxReceipt;
import io.tributary.avro.inbox.InboxStats;
import io.tributary.avro.inbox.MessageDetails;
import io.tributary.avro.inbox.ReadMessage;
import io.tributary.avro.inbox.ReadUntil;
import io.tributary.avro.inbox.RedactedMessage;
import io.tributary.processors.inbox.InboxFamily;
import io.tributary.processors.inbox.event.InboxLimits;
import io.tributary.schemas.format.SingleObjectFormat;
import io.tributary.schemas.format.ValueFormat;
import io.tributary.schemas.key.inbox.InboxKey;
import io.tributary.schemas.topic.InboxTopics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;

/** The fold of inboxes' events alone, in one partition, the home of every inbox. */
final class DrivenInbox implements AutoCloseable {

  private static final ValueFormat FRAMING = SingleObjectFormat.ofReleases();
  static final String TENANT = "umbrella";
  static final InboxKey U1 = new InboxKey(TENANT, "u-1001", "DEFAULT");
  static final InboxKey U2 = new InboxKey(TENANT, "u-1002", "DEFAULT");
  static final InboxKey EVERYONE = U1.everyone();

  /** START in epoch seconds. */
  static final long T = 1_772_323_200L;

  static final long MONTH = 2_592_000L;

  final DrivenTopology topology;

  /** Newest value of each record key. */
  final Map<String, InboxMessage> messages = new TreeMap<>();

  final Map<String, InboxReceipt> receipts = new TreeMap<>();
  final Map<String, InboxStats> stats = new TreeMap<>();

  /** What has been written since the last look, in order. */
  final List<String> written = new ArrayList<>();

  private int facts;

  DrivenInbox() {
    this(1000);
  }

  DrivenInbox(int slice) {
    InboxLimits limits = new InboxLimits(Duration.ofDays(3), Duration.ofSeconds(60), slice);
    topology =
        new DrivenTopology(
            plan -> {
              new InboxFamily(limits).addTo(plan);
              return plan.topology();
            });
  }

  void send(InboxKey inbox, Instant at, SpecificRecordBase what) {
    send(inbox, event(inbox, "fact-" + facts++, at, what));
  }

  void send(InboxKey inbox, InboxEvent event) {
    topology.send(InboxTopics.EVENTS, inbox, event);
    look();
  }

  void advance(Duration time) {
    topology.advance(time);
    look();
  }

  /** Published and read of all messages, and of a category. */
  String counted(InboxKey inbox, String category) {
    InboxStats counter = stats.get(inbox.pk() + "#c#" + category);
    return counter == null ? "-" : counter.getPublished() + " " + counter.getRead();
  }

  List<String> takeWritten() {
    List<String> taken = List.copyOf(written);
    written.clear();
    return taken;
  }

  List<String> deadLetters() {
    return topology.records(InboxTopics.DEAD_LETTERS).stream()
        .map(
            deadLetter ->
                new String(
                    deadLetter.headers().lastHeader("tributary-code").value(),
                    StandardCharsets.UTF_8))
        .toList();
  }

  void look() {
    for (TestRecord<byte[], byte[]> record : topology.records(InboxTopics.MESSAGES)) {
      take(record, InboxMessage.class, messages);
    }
    for (TestRecord<byte[], byte[]> record : topology.records(InboxTopics.RECEIPTS)) {
      take(record, InboxReceipt.class, receipts);
    }
    for (TestRecord<byte[], byte[]> record : topology.records(InboxTopics.STATS)) {
      take(record, InboxStats.class, stats);
    }
  }

  private <V extends SpecificRecordBase> void take(
      TestRecord<byte[], byte[]> record, Class<V> type, Map<String, V> newest) {
    String key = new String(record.key(), StandardCharsets.UTF_8);
    if (record.value() == null) {
      newest.remove(key);
      written.add(key + " null");
    } else {
      V value = FRAMING.decode(type, record.value());
      newest.put(key, value);
      written.add(key + " " + value);
    }
  }

  @Override
  public void close() {
    topology.close();
  }

  static InboxEvent event(InboxKey inbox, String factId, Instant at, SpecificRecordBase what) {
    return InboxEvent.newBuilder()
        .setEnvelope(Facts.envelope(factId, at))
        .setTenantKey(inbox.tenantKey())
        .setInboxKey(inbox.inboxKey())
        .setUid(inbox.uid())
        .setEvent(what)
        .build();
  }

  static DeliveredMessage delivered(String id, @Nullable String category, long expiredat) {
    return DeliveredMessage.newBuilder()
        .setId(id)
        .setCategory(category)
        .setExpiredatS(expiredat)
        .setDetails(details("Your August invoice is available."))
        .build();
  }

  static MessageDetails details(String body) {
    return MessageDetails.newBuilder()
        .setSender("admin-7")
        .setLabel("Invoice recipients")
        .setTitle("Invoice ready")
        .setBodyJson('"' + body + '"')
        .build();
  }

  static ReadMessage read(String id) {
    return new ReadMessage(id);
  }

  static ReadUntil until(long until) {
    return new ReadUntil(until);
  }

  static RedactedMessage redacted(String id) {
    return new RedactedMessage(id);
  }

  static ExpiredMessage expired(String id) {
    return new ExpiredMessage(id);
  }

  static ClockTick tick() {
    return new ClockTick();
  }

  static Instant after(long seconds) {
    return START.plusSeconds(seconds);
  }
}
