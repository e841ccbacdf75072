package io.tributary.processors.inbox.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.avro.inbox.InboxEvent;
import io.tributary.avro.inbox.InboxPublish;
import io.tributary.avro.inbox.MissedMessage;
import io.tributary.avro.inbox.PassingTick;
import io.tributary.processors.fact.FactProcessor;
import io.tributary.processors.fact.GenerationHandover;
import io.tributary.processors.fact.OutputRecord;
import io.tributary.processors.kit.MockTask;
import io.tributary.processors.topology.TopologyPlan;
import io.tributary.processors.waiting.WaitingFacts;
import io.tributary.runtime.metrics.Meters;
import io.tributary.schemas.format.SingleObjectFormat;
import io.tributary.schemas.format.ValueFormat;
import io.tributary.schemas.header.RecordHeader;
import io.tributary.schemas.key.inbox.InboxKey;
import io.tributary.schemas.key.inbox.InboxMessageKey;
import io.tributary.schemas.key.inbox.InboxStatsKey;
import io.tributary.schemas.topic.InboxTopics;
import io.tributary.schemas.topic.TopicNaming;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/**
 * The fold on six partitions, each with a log of its own and stores that outlive a restart. Events
 * of a public inbox go to all of them.
 */
final class PartitionedFold {

  static final int PARTITIONS = 6;

  private static final List<String> STORES =
      List.of(
          "inbox.messages-state",
          "inbox.receipts-state",
          "inbox.stats-state",
          "inbox.read-marks-state",
          "inbox.repeats-state",
          "inbox.waits-state",
          "inbox.waits-index");

  private static final ValueFormat FRAMING = SingleObjectFormat.ofReleases();

  /** Newest value of each record of any topic, by topic and key. */
  final Map<String, SpecificRecordBase> newest = new TreeMap<>();

  /** Events that processors appended, and have been processed. */
  final List<InboxEvent> appended = new ArrayList<>();

  final List<String> deadLetters = new ArrayList<>();

  /** Of each dead letter, in their order. */
  final List<String> reasons = new ArrayList<>();

  /** Rests of events that have been processed. */
  int continued;

  /** The partition that has written each record first. */
  private final Map<String, Integer> writers = new HashMap<>();

  private final Meters meters = new Meters();
  private final List<Partition> partitions = new ArrayList<>();
  private final Path stateDir;
  private final int slice;

  PartitionedFold(Path stateDir, int slice) {
    this.stateDir = stateDir;
    this.slice = slice;
    for (int i = 0; i < PARTITIONS; i++) {
      partitions.add(new Partition(i));
    }
  }

  /** One partition: its log, how far that is processed, and what was written. */
  final class Partition {

    final int number;
    final List<InboxEvent> log = new ArrayList<>();
    final List<String> written = new ArrayList<>();
    private final Deque<InboxEvent> waiting = new ArrayDeque<>();
    private final MockTask task;
    private FactProcessor<InboxKey, InboxEvent> processor;

    Partition(int number) {
      this.number = number;
      this.task = new MockTask(stateDir, number, STORES);
      restart();
    }

    void restart() {
      TopologyPlan plan =
          new TopologyPlan(
              TopicNaming.PLAIN, FRAMING, meters, GenerationHandover.FIRST, () -> Instant.EPOCH);
      InboxLimits limits = new InboxLimits(Duration.ofDays(3), Duration.ofSeconds(60), slice);
      Map<String, String> children =
          Stream.of("events", "publishes", "messages", "receipts", "stats", "waits")
              .map("inbox."::concat)
              .collect(Collectors.toUnmodifiableMap(Function.identity(), Function.identity()));
      processor =
          new FactProcessor<>(
              InboxFold.events(),
              (stores, application) ->
                  new WaitingFacts<>(
                      InboxFold.events(),
                      InboxFold.reads(limits),
                      new InboxEventStep(plan, stores, limits),
                      FRAMING,
                      stores,
                      application),
              FRAMING,
              new FactProcessor.FactRoutes(children, "dead-letters", PARTITIONS),
              GenerationHandover.FIRST,
              meters);
      processor.init(task.restart());
    }

    boolean isBehind() {
      return !waiting.isEmpty();
    }

    /** Processes the next event of its log. */
    void step() {
      process(waiting.remove());
      forwarded(true);
    }

    private void process(InboxEvent event) {
      task.at("inbox.events", log.size());
      log.add(event);
      continued += event.getResumeAfter() == null ? 0 : 1;
      InboxKey key = new InboxKey(event.getTenantKey(), event.getUid(), event.getInboxKey());
      byte[] bytes = InboxTopics.EVENTS.keyBytes(key);
      processor.process(new Record<>(bytes, FRAMING.encode(event), 0));
      if (event.getEnvelope().getCaller().equals("stream-processors")) {
        appended.add(event);
      }
    }

    private void forwarded(boolean appending) {
      for (MockProcessorContext.CapturedForward<?, ?> forward : task.takeForwarded()) {
        String child = forward.childName().orElseThrow();
        Record<?, ?> record = forward.record();
        if (child.equals("inbox.events")) {
          if (appending) {
            place((OutputRecord<?, ?>) record.key(), (InboxEvent) record.value());
          }
        } else if (child.equals("inbox.publishes")) {
          if (appending) {
            passOn((InboxPublish) record.value());
          }
        } else if (child.equals("dead-letters")) {
          deadLetters.add(
              RecordHeader.CODE.get(record.headers()).orElseThrow()
                  + " "
                  + FRAMING
                      .decode(InboxEvent.class, (byte[]) record.value())
                      .getEnvelope()
                      .getFactId());
          reasons.add(RecordHeader.REASON.get(record.headers()).orElseThrow());
        } else if (!child.equals("inbox.waits")) {
          write(child, record);
        }
      }
    }

    private void write(String topic, Record<?, ?> record) {
      String key =
          topic.substring("inbox.".length())
              + ' '
              + keyText(((OutputRecord<?, ?>) record.key()).key());
      assertThat(writers.computeIfAbsent(key, unused -> number))
          .as("the partition that writes " + key)
          .isEqualTo(number);
      written.add(key + ' ' + record.value());
      if (record.value() == null) {
        newest.remove(key);
      } else {
        newest.put(key, (SpecificRecordBase) record.value());
      }
    }

    void punctuate(long wallClock) {
      task.punctuate(wallClock);
      forwarded(true);
    }
  }

  Partition partition(int number) {
    return partitions.get(number);
  }

  void send(InboxEvent event) {
    InboxKey key = new InboxKey(event.getTenantKey(), event.getUid(), event.getInboxKey());
    if (key.isPublic()) {
      partitions.forEach(partition -> partition.waiting.add(event));
    } else {
      partitions.get(InboxTopics.EVENTS.partitionOf(key, PARTITIONS)).waiting.add(event);
    }
  }

  /** What a producer does that places records by a rule of its own. */
  void send(int partition, InboxEvent event) {
    partitions.get(partition).waiting.add(event);
  }

  /** Nothing was published that would stand before it. */
  private void passOn(InboxPublish publish) {
    PassingTick tick = (PassingTick) publish.getEvent();
    InboxKey user = new InboxKey(publish.getTenantKey(), tick.getUid(), publish.getInboxKey());
    partitions
        .get(tick.getPartition())
        .waiting
        .add(ForwardedEvent.event(user, publish.getEnvelope(), new MissedMessage(publish.getId())));
  }

  private void place(OutputRecord<?, ?> outputRecord, InboxEvent event) {
    outputRecord
        .partitions(PARTITIONS)
        .forEach(number -> partitions.get(number).waiting.add(event));
  }

  void drain() {
    while (partitions.stream().anyMatch(Partition::isBehind)) {
      partitions.stream().filter(Partition::isBehind).forEach(Partition::step);
    }
  }

  void punctuate(long wallClock) {
    partitions.forEach(partition -> partition.punctuate(wallClock));
  }

  /** What a fresh fold writes from the same logs, by partition. */
  List<List<String>> replayed() {
    PartitionedFold fresh = new PartitionedFold(stateDir, slice);
    for (Partition partition : partitions) {
      Partition again = fresh.partition(partition.number);
      for (InboxEvent event : partition.log) {
        again.process(event);
        again.forwarded(false);
      }
    }
    return fresh.partitions.stream().map(partition -> partition.written).toList();
  }

  String metrics() {
    return meters.scrape();
  }

  static InboxEvent event(InboxKey inbox, String factId, long at, SpecificRecordBase what) {
    return InboxEvent.newBuilder()
        .setEnvelope(
            FactEnvelope.newBuilder()
                .setFactId(factId)
                .setAcceptedAtMs(at)
                .setRequestId("request")
                .setCaller("caller")
                .setProducerVersion("test")
                .build())
        .setTenantKey(inbox.tenantKey())
        .setInboxKey(inbox.inboxKey())
        .setUid(inbox.uid())
        .setEvent(what)
        .build();
  }

  private static String keyText(Object key) {
    return key instanceof InboxStatsKey stats
        ? InboxStatsKey.CODEC.encode(stats)
        : InboxMessageKey.CODEC.encode((InboxMessageKey) key);
  }
}
