package io.tributary.operations.verify;

import io.tributary.operations.OperationException;
import io.tributary.operations.Progress;
import io.tributary.operations.kafka.Cluster;
import io.tributary.operations.kafka.TopicScan;
import io.tributary.operations.topics.CurrentTopics;
import io.tributary.runtime.config.SettingsException;
import io.tributary.runtime.kafka.client.LogReader;
import io.tributary.runtime.kafka.format.PipelineFormat;
import io.tributary.schemas.deadletter.Attempt;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.schemas.deadletter.Origin;
import io.tributary.schemas.header.RecordHeader;
import io.tributary.schemas.table.TableDefinition;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.Retention;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.TopicNaming;
import io.tributary.schemas.topic.Topics;
import io.tributary.sink.SinkPipeline;
import io.tributary.sink.consume.RouteTable;
import io.tributary.sink.route.Decoded;
import io.tributary.sink.route.ItemRoute;
import io.tributary.sink.route.Target;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Records and redrives as the sink reads them, without attempts that failed by the dead letters.
 */
final class TopicSource implements Source {

  private final ComparedTables compared;
  private final Cluster cluster;
  private final PipelineFormat format;
  private final RouteTable reading;

  /** Routes of records of the tables, by topic in the cluster. */
  private final Map<String, ItemRoute<?, ?>> routes = new HashMap<>();

  private final Set<String> redrives = new HashSet<>();
  private final Set<String> deadLetters = new HashSet<>();

  /** Retention of dead letters, by topic of their records. */
  private final Map<String, Retention> retentionOfDeadLetters = new HashMap<>();

  private final ExpectedState state;
  private final Progress.Reporter steps;
  private final InstantSource clock;
  private final RecordFold fold;
  private final LogCoverage reach = new LogCoverage();
  private final CurrentTopics current;

  /** Topics of the catalogue that are read. */
  private final Set<Topic<?, ?>> needed = new HashSet<>();

  /** Topics that have lost records, which was accepted. */
  private Set<String> cut = Set.of();

  private final Map<TopicPartition, Long> read = new HashMap<>();
  private final Map<TopicPartition, Instant> earliest = new HashMap<>();

  /** Offsets of the sink before the last look at the tables. */
  private Map<TopicPartition, Long> committed = Map.of();

  TopicSource(
      ComparedTables compared,
      Cluster cluster,
      Set<Family> families,
      ExpectedState state,
      Progress.Reporter steps) {
    this.compared = compared;
    this.cluster = cluster;
    this.state = state;
    this.steps = steps;
    clock = compared.clock();
    fold = new RecordFold(state);
    current = new CurrentTopics(cluster);
    TopicNaming naming = cluster.clients().topics();
    format = PipelineFormat.of(cluster.clients());
    reading = SinkPipeline.reading(format, naming, families);
    Set<String> tables =
        compared.tables().stream().map(TableDefinition::name).collect(Collectors.toSet());
    for (ItemRoute<?, ?> route : SinkPipeline.routes(families)) {
      if (route.goesTo(tables)) {
        Family family = route.topic().family().orElseThrow();
        routes.put(naming.of(route.topic()), route);
        needed.addAll(
            List.of(route.topic(), Topics.redrivesOf(family), Topics.deadLettersOf(family)));
        redrives.add(naming.of(Topics.redrivesOf(family)));
        deadLetters.add(naming.of(Topics.deadLettersOf(family)));
        Retention kept = Topics.deadLettersOf(family).retention();
        retentionOfDeadLetters.put(naming.of(route.topic()), kept);
        retentionOfDeadLetters.put(naming.of(Topics.redrivesOf(family)), kept);
      }
    }
  }

  @Override
  public Optional<String> doubt() throws InterruptedException {
    return new TopicOrigin(compared, cluster, routes).doubt();
  }

  @Override
  public void load() {
    requireReadable();
    current.require(needed);
    Set<String> names = new HashSet<>(routes.keySet());
    names.addAll(deadLetters);
    cut = current.cut(names);
    readOn(deadLetters, this::addFailed);
    try (TopicScan scan = TopicScan.open(cluster, routes.keySet());
        Progress progress = steps.begin("reading topics", "offsets", scan.offsets())) {
      scan.each(
          new LogReader.Visitor() {
            @Override
            public void record(ConsumerRecord<byte[], byte[]> record) {
              earliest.putIfAbsent(
                  new TopicPartition(record.topic(), record.partition()),
                  Instant.ofEpochMilli(record.timestamp()));
              add(record);
            }

            @Override
            public void passed(long offsets) {
              progress.at(offsets);
            }
          });
      read.putAll(scan.ends());
      scan.starts().forEach(this::reachBack);
    }
    readOn(redrives, this::add);
  }

  /** With another registry's ids good records would look empty. */
  private void requireReadable() {
    try {
      format.requireReadable();
    } catch (SettingsException e) {
      throw OperationException.failed(String.valueOf(e.getMessage()));
    }
  }

  /**
   * Coverage begins with the earliest record. Compaction moves no start, so a compacted topic that
   * begins later has lost newest records too, and so has one that was made anew.
   */
  private void reachBack(TopicPartition partition, long start) {
    ItemRoute<?, ?> route = Objects.requireNonNull(routes.get(partition.topic()));
    for (Target target : route.targets()) {
      reach.add(target);
      if (start > 0 || cut.contains(partition.topic())) {
        reach.begins(target, earliest.getOrDefault(partition, clock.instant()));
      }
    }
  }

  @Override
  public void follow() {
    readOn(deadLetters, this::addFailed);
    readOn(routes.keySet(), this::add);
    readOn(redrives, this::add);
  }

  @Override
  public void beforeLooking() throws InterruptedException {
    committed = cluster.queries().committed(cluster.clients().group("sink"));
    // the offsets of a transaction may be seen before its dead letters are
    readOn(TopicScan.open(cluster, deadLetters).withOpen(cluster), this::addFailed);
    follow();
  }

  @Override
  public boolean isPending(Expectation expectation) {
    return expectation
        .source()
        .filter(place -> committed.getOrDefault(place.topicPartition(), 0L) <= place.at().offset())
        .isPresent();
  }

  @Override
  public boolean reaches(TableDefinition table, Map<String, AttributeValue> item) {
    return reach.covers(table.name(), item);
  }

  private void add(ConsumerRecord<byte[], byte[]> record) {
    Origin at = new Origin(record.topic(), record.partition(), record.offset());
    RecordPlace place = new RecordPlace(at, reading.attempt(record));
    Decoded decoded = reading.decode(record);
    if (decoded instanceof Decoded.Unwritable && isDeadLetterForgotten(record)) {
      state.addFailed(place.attempt());
    }
    fold.add(place, decoded);
  }

  /** An old record whose dead letter may be gone; its outcome is unknown. */
  private boolean isDeadLetterForgotten(ConsumerRecord<byte[], byte[]> record) {
    return deadLetters.stream().anyMatch(cut::contains)
        || (retentionOfDeadLetters.get(record.topic()) instanceof Retention.Limited kept
            && record.timestamp() < clock.instant().minus(kept.age()).toEpochMilli());
  }

  /** A foreign item in the place of the record's is judged like others. */
  private void addFailed(ConsumerRecord<byte[], byte[]> deadLetter) {
    if (RecordHeader.CODE
        .get(deadLetter.headers())
        .equals(Optional.of(FailureCode.FOREIGN_ITEM.name()))) {
      return;
    }
    Attempt.failed(deadLetter.headers())
        .filter(attempt -> current.isOf(attempt.origin().topic(), deadLetter.headers()))
        .ifPresent(state::addFailed);
  }

  /** Reads records since the last time. */
  private void readOn(Set<String> topics, LogReader.Visitor visitor) {
    readOn(TopicScan.open(cluster, topics), visitor);
  }

  private void readOn(TopicScan topics, LogReader.Visitor visitor) {
    try (TopicScan scan = topics.from(read)) {
      scan.each(visitor);
      read.putAll(scan.ends());
    }
  }

  @Override
  public void close() {
    current.close();
    format.close();
  }
}
