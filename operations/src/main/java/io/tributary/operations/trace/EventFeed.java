package io.tributary.operations.trace;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tributary.operations.kafka.Cluster;
import io.tributary.operations.kafka.KafkaQueries;
import io.tributary.operations.kafka.TopicScan;
import io.tributary.operations.topics.ClusterTopic;
import io.tributary.runtime.config.Settings;
import io.tributary.schemas.header.RecordHeader;
import io.tributary.schemas.topic.DevicesTopics;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.TopicKind;
import io.tributary.sink.SinkPipeline;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.ToLongFunction;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** The newest events and their results, by the headers of all new records. */
public final class EventFeed {

  private static final int MOST = 1000;

  /** Facts of each partition to begin with. */
  private static final int FIRST_OF_PARTITION = 50;

  private static final int FIRST = 200;

  /** Records of a poll that wait for no more; a poll returns 500 at most. */
  private static final int FEW = 400;

  private static final long PAUSE_MILLIS = 500;

  private static final Set<TopicKind> READ =
      Set.of(
          TopicKind.FACTS,
          TopicKind.RECORDS,
          TopicKind.OUTCOMES,
          TopicKind.WAITS,
          TopicKind.DEAD_LETTERS);

  private final Live live;
  private final Map<String, FeedEvent> events = new HashMap<>();
  private final Deque<String> oldestFirst = new ArrayDeque<>();
  private Commits settled = Commits.NONE;
  private boolean complete;

  /** Source of the settings of the live generation. */
  @FunctionalInterface
  public interface Live {
    Settings get() throws InterruptedException;
  }

  /**
   * Conditions of events, all of which must hold.
   *
   * @param key part of the key
   * @param from earliest time by the broker
   */
  public record Filter(
      Optional<String> family,
      Optional<String> key,
      Optional<String> result,
      Optional<Instant> from) {

    private boolean matches(FeedEvent event, String has) {
      return family.filter(wanted -> !wanted.equals(event.family())).isEmpty()
          && key.filter(part -> !event.key().contains(part)).isEmpty()
          && result.filter(wanted -> !wanted.equals(has)).isEmpty()
          && from.filter(Instant.ofEpochMilli(event.at())::isBefore).isEmpty();
    }
  }

  public EventFeed(Live live) {
    this.live = live;
  }

  /** Reads as long as it is wanted. */
  public void run(BooleanSupplier wanted) throws InterruptedException {
    try (Cluster cluster = Cluster.connect(live.get())) {
      Map<String, Topic<?, ?>> topics = new HashMap<>();
      for (ClusterTopic topic : ClusterTopic.all(cluster)) {
        // uses of keys accompany the events that used them
        if (topic.exists()
            && READ.contains(topic.topic().kind())
            && !topic.topic().equals(DevicesTopics.API_KEY_USES)) {
          topics.put(topic.name(), topic.topic());
        }
      }
      try (TopicScan scan = TopicScan.of(cluster, topics.keySet())) {
        scan.since(begin(cluster, topics)).follow(new Reading(cluster, topics, wanted));
      }
    } finally {
      clear();
    }
  }

  /** Time of the first of the newest facts. */
  private static Instant begin(Cluster cluster, Map<String, Topic<?, ?>> topics) {
    List<String> facts =
        topics.entrySet().stream()
            .filter(topic -> topic.getValue().kind() == TopicKind.FACTS)
            .map(Map.Entry::getKey)
            .toList();
    List<Long> times = new ArrayList<>();
    try (TopicScan scan = TopicScan.of(cluster, facts)) {
      scan.latest(FIRST_OF_PARTITION).each(record -> times.add(record.timestamp()));
    }
    return times.stream()
        .sorted(Comparator.reverseOrder())
        .skip(FIRST - 1L)
        .findFirst()
        .map(Instant::ofEpochMilli)
        .orElse(Instant.EPOCH);
  }

  /** Reader of the records, with a pause behind few of them. */
  private final class Reading implements TopicScan.Visitor {

    private final Cluster cluster;
    private final Map<String, Topic<?, ?>> topics;
    private final Set<Topic<?, ?>> sinks;
    private final BooleanSupplier wanted;
    private int records;
    private Optional<Commits> commits = Optional.empty();

    Reading(Cluster cluster, Map<String, Topic<?, ?>> topics, BooleanSupplier wanted) {
      this.cluster = cluster;
      this.topics = topics;
      this.wanted = wanted;
      sinks = new HashSet<>(SinkPipeline.topics(cluster.clients().families()));
    }

    @Override
    public void record(ConsumerRecord<byte[], byte[]> record) {
      records++;
      add(Objects.requireNonNull(topics.get(record.topic())), record, sinks);
    }

    /** Results hold once all records before the commits are read. */
    @Override
    public void polled(ToLongFunction<TopicPartition> positions) {
      boolean few = records < FEW;
      records = 0;
      try {
        if (commits.isEmpty() && isUnfinished()) {
          commits = Optional.of(Commits.of(cluster, topics.keySet()));
        } else if (commits.filter(taken -> taken.areRead(positions)).isPresent()) {
          settle(commits.orElseThrow());
          commits = Optional.empty();
        }
        if (few) {
          TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public boolean enough() {
      return !wanted.getAsBoolean() || Thread.currentThread().isInterrupted();
    }
  }

  /**
   * Offsets of processors and sink.
   *
   * @param ends of all topics, looked up after the offsets
   */
  private record Commits(
      Map<TopicPartition, Long> processed,
      Map<TopicPartition, Long> stored,
      Map<TopicPartition, Long> ends) {

    static final Commits NONE = new Commits(Map.of(), Map.of(), Map.of());

    static Commits of(Cluster cluster, Set<String> topics) throws InterruptedException {
      KafkaQueries queries = cluster.queries();
      return new Commits(
          queries.committed(cluster.clients().group("processors")),
          queries.committed(cluster.clients().group("sink")),
          queries.stableEnds(queries.partitions(topics)));
    }

    boolean areRead(ToLongFunction<TopicPartition> positions) {
      return ends.entrySet().stream()
          .allMatch(end -> positions.applyAsLong(end.getKey()) >= end.getValue());
    }
  }

  private synchronized void add(
      Topic<?, ?> topic, ConsumerRecord<byte[], byte[]> record, Set<Topic<?, ?>> sinks) {
    Optional<String> id = RecordHeader.FACT_ID.get(record.headers());
    if (id.isEmpty()) {
      return;
    }
    FeedEvent known = events.get(id.get());
    if (known != null) {
      known.add(topic, record, sinks.contains(topic));
    } else if (topic.kind() == TopicKind.FACTS) {
      events.put(id.get(), new FeedEvent(id.get(), topic, record));
      oldestFirst.add(id.get());
      if (oldestFirst.size() > MOST) {
        events.remove(oldestFirst.remove());
      }
    }
  }

  /** True if newer commits may change a result. */
  private synchronized boolean isUnfinished() {
    return !complete
        || events.values().stream()
            .anyMatch(
                event -> event.result(settled.processed(), settled.stored()).equals("unfinished"));
  }

  private synchronized void settle(Commits now) {
    settled = now;
    complete = true;
  }

  private synchronized void clear() {
    events.clear();
    oldestFirst.clear();
    complete = false;
    settled = Commits.NONE;
  }

  /** True after the first look. */
  public synchronized boolean isComplete() {
    return complete;
  }

  /** The newest events that match, newest first. */
  public synchronized ArrayNode newest(Filter filter, int limit) {
    ArrayNode found = JsonNodeFactory.instance.arrayNode();
    List<FeedEvent> newest =
        events.values().stream().sorted(Comparator.comparing(FeedEvent::at).reversed()).toList();
    for (FeedEvent event : newest) {
      String result = event.result(settled.processed(), settled.stored());
      if (found.size() < limit && filter.matches(event, result)) {
        found.add(event.json(result));
      }
    }
    return found;
  }
}
