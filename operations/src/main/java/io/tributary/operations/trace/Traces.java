package io.tributary.operations.trace;

import io.tributary.operations.Progress;
import io.tributary.operations.kafka.Cluster;
import io.tributary.operations.kafka.TopicScan;
import io.tributary.operations.tables.TableReader;
import io.tributary.operations.topics.RecordJson;
import io.tributary.runtime.kafka.client.LogReader;
import io.tributary.runtime.kafka.format.PipelineFormat;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.TopicKind;
import io.tributary.sink.SinkPipeline;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Finds events and their ways. Reads the records of the last hour, and older ones only if none of
 * those names the id.
 */
public final class Traces implements AutoCloseable {

  private static final Duration RECENT = Duration.ofHours(1);

  /** Records may be older than the one that was found, by the brokers' clocks. */
  private static final Duration CLOCKS = Duration.ofMinutes(1);

  /** Limit of records of an event; a message to everyone has thousands. */
  private static final int MOST_RECORDS = 200;

  /** Limit of values that are kept for all events; senders choose how large they are. */
  private static final int MOST_BYTES = 4 << 20;

  /**
   * Events found.
   *
   * @param traces the newest first
   * @param omitted count of older events with that id
   */
  public record Found(List<Trace> traces, int omitted) {}

  private final Cluster cluster;
  private final Progress.Reporter progress;
  private final InstantSource clock;
  private final PipelineFormat format;
  private final RecordItems items;
  private final TraceStages stages;

  private final Map<String, Topic<?, ?>> topics;

  /**
   * Traces of a generation.
   *
   * @param cluster of the generation, the caller's to close
   * @param prefix of its tables
   * @param shown room for values and items; those without room are left out
   */
  public Traces(
      Cluster cluster,
      DynamoDbClient tables,
      String prefix,
      Progress.Reporter progress,
      InstantSource clock,
      ValueRoom shown)
      throws InterruptedException {
    this.cluster = cluster;
    this.progress = progress;
    this.clock = clock;
    format = PipelineFormat.of(cluster.clients());
    topics = TracedTopics.of(cluster);
    items =
        new RecordItems(
            SinkPipeline.reading(format, cluster.clients().topics(), cluster.clients().families()),
            cluster.clients().families());
    stages =
        new TraceStages(
            cluster,
            List.copyOf(topics.values()),
            new TableReader(tables),
            prefix,
            new RecordJson(format),
            shown);
  }

  /**
   * The events that an id names.
   *
   * @param id request id, fact id, position of a record, or any text in a key, a value or an item's
   *     key
   * @param since oldest time by the broker; empty for the last hour, and then for all
   */
  public Found find(String id, Optional<Instant> since, int limit) throws InterruptedException {
    Map<String, Instant> events = events(id, Optional.of(since.orElse(recent())));
    if (events.isEmpty() && since.isEmpty()) {
      events = events(id, Optional.empty());
    }
    List<Map.Entry<String, Instant>> newest =
        events.entrySet().stream()
            .sorted(Map.Entry.<String, Instant>comparingByValue().reversed())
            .limit(limit)
            .toList();
    return new Found(
        traces(newest.stream().collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue))),
        events.size() - newest.size());
  }

  /**
   * The way of an event; empty without records.
   *
   * @param event fact_id
   * @param since no later than its first record, by the broker or the gateway
   */
  public Optional<Trace> of(String event, Instant since) throws InterruptedException {
    return traces(Map.of(event, since)).stream()
        .filter(trace -> !trace.stages().isEmpty())
        .findFirst();
  }

  private Instant recent() {
    return clock.instant().minus(RECENT);
  }

  /** Ids of the events, each with a time before its records. */
  private Map<String, Instant> events(String id, Optional<Instant> since) {
    IdMatch match = new IdMatch(id, new RecordJson(format), items);
    Map<String, Instant> events = new HashMap<>();
    scan(
        since,
        record -> {
          if (!record.event().isEmpty() && match.test(record)) {
            Instant at = Instant.ofEpochMilli(record.record().timestamp());
            events.merge(record.event(), earlier(at, record.acceptedAt()), Traces::earlier);
          }
        });
    return events;
  }

  private static Instant earlier(Instant one, Instant other) {
    return one.isBefore(other) ? one : other;
  }

  private List<Trace> traces(Map<String, Instant> events) throws InterruptedException {
    Optional<Instant> first = events.values().stream().min(Comparator.naturalOrder());
    if (first.isEmpty()) {
      return List.of();
    }
    Map<String, EventRecords> found = new HashMap<>();
    EventRecords.ByteRoom room = new EventRecords.ByteRoom(MOST_BYTES);
    events.keySet().forEach(event -> found.put(event, new EventRecords(MOST_RECORDS, room)));
    Set<String> waits = new HashSet<>();
    Set<String> ended = new HashSet<>();
    // before the records: then those that were written with the commits are among them
    Commits now = Commits.of(cluster);
    scan(
        Optional.of(first.get().minus(CLOCKS)),
        record -> {
          EventRecords own = found.get(record.event());
          boolean tombstone = record.record().value() == null;
          if (record.kind() == TopicKind.WAITS && tombstone) {
            // with the headers of the fact that ended the wait
            ended.add(record.key());
          } else if (own != null) {
            own.add(record, items);
            if (record.kind() == TopicKind.WAITS) {
              waits.add(record.key());
            }
          }
        });
    ended.retainAll(waits);
    List<Trace> traces = new ArrayList<>();
    for (Map.Entry<String, Instant> event : events.entrySet()) {
      EventRecords records = found.getOrDefault(event.getKey(), new EventRecords(0, room));
      Instant acceptedAt =
          records.all().stream()
              .map(TracedRecord::acceptedAt)
              .min(Comparator.naturalOrder())
              .orElse(event.getValue());
      traces.add(new Trace(event.getKey(), acceptedAt, stages.of(acceptedAt, records, ended, now)));
    }
    traces.sort(Comparator.comparing(Trace::acceptedAt).reversed());
    return traces;
  }

  private record Visiting(
      Map<String, Topic<?, ?>> topics, Consumer<TracedRecord> visitor, Progress shown)
      implements LogReader.Visitor {

    @Override
    public void record(ConsumerRecord<byte[], byte[]> record) {
      visitor.accept(new TracedRecord(Objects.requireNonNull(topics.get(record.topic())), record));
    }

    @Override
    public void passed(long offsets) {
      shown.at(offsets);
    }
  }

  private void scan(Optional<Instant> since, Consumer<TracedRecord> visitor) {
    try (TopicScan scan = TopicScan.open(cluster, topics.keySet())) {
      since.ifPresent(scan::since);
      try (Progress shown = progress.begin("reading topics", "offsets", scan.offsets())) {
        scan.each(new Visiting(topics, visitor, shown));
      }
    }
  }

  @Override
  public void close() {
    format.close();
  }
}
