package io.tributary.operations.trace;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tributary.operations.SettingsSource;
import io.tributary.operations.kafka.Cluster;
import io.tributary.operations.kafka.TopicScan;
import io.tributary.runtime.kafka.client.LogReader;
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
import java.util.function.BooleanSupplier;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** The newest events and their results, by the headers of all new records. */
public final class EventFeed {

  private static final int MOST = 1000;

  /** Facts of each partition to begin with. */
  private static final int FIRST_OF_PARTITION = 50;

  private static final int FIRST = 200;

  private final SettingsSource live;
  private final Map<String, FeedEvent> events = new HashMap<>();
  private final Deque<String> oldestFirst = new ArrayDeque<>();
  private Commits settled = Commits.NONE;
  private boolean complete;

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

  /**
   * A feed.
   *
   * @param live settings of the live generation, asked at each start
   */
  public EventFeed(SettingsSource live) {
    this.live = live;
  }

  /** Reads as long as it is wanted. */
  public void run(BooleanSupplier wanted) throws InterruptedException {
    try (Cluster cluster = Cluster.connect(live.get())) {
      Map<String, Topic<?, ?>> topics = TracedTopics.of(cluster);
      // uses of keys accompany the events that used them
      topics.values().remove(DevicesTopics.API_KEY_USES);
      try (TopicScan scan = TopicScan.following(cluster, topics.keySet())) {
        scan.since(begin(cluster, topics)).follow(new Reading(cluster, topics, scan, wanted));
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
    try (TopicScan scan = TopicScan.open(cluster, facts)) {
      scan.latest(FIRST_OF_PARTITION).each(record -> times.add(record.timestamp()));
    }
    return times.stream()
        .sorted(Comparator.reverseOrder())
        .skip(FIRST - 1L)
        .findFirst()
        .map(Instant::ofEpochMilli)
        .orElse(Instant.EPOCH);
  }

  /** Reader of the records. */
  private final class Reading implements LogReader.Visitor {

    private final Cluster cluster;
    private final Map<String, Topic<?, ?>> topics;
    private final Set<Topic<?, ?>> sinks;
    private final TopicScan scan;
    private final BooleanSupplier wanted;
    private Optional<Unread> unread = Optional.empty();

    Reading(
        Cluster cluster, Map<String, Topic<?, ?>> topics, TopicScan scan, BooleanSupplier wanted) {
      this.scan = scan;
      this.cluster = cluster;
      this.topics = topics;
      this.wanted = wanted;
      sinks = new HashSet<>(SinkPipeline.topics(cluster.clients().families()));
    }

    @Override
    public void record(ConsumerRecord<byte[], byte[]> record) {
      Topic<?, ?> topic = Objects.requireNonNull(topics.get(record.topic()));
      add(new TracedRecord(topic, record), sinks.contains(topic));
    }

    /** Results hold once all records before the commits are read. */
    @Override
    public void passed(long records) {
      try {
        if (unread.isEmpty() && isUnfinished()) {
          unread = Optional.of(Unread.of(cluster, scan.ends().keySet()));
        } else if (unread.filter(ends -> ends.isRead(scan::position)).isPresent()) {
          settle(unread.orElseThrow().commits());
          unread = Optional.empty();
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
   * Commits before some ends of all topics.
   *
   * @param ends looked up after the commits
   */
  private record Unread(Commits commits, Map<TopicPartition, Long> ends) {

    static Unread of(Cluster cluster, Set<TopicPartition> partitions) throws InterruptedException {
      Commits commits = Commits.of(cluster);
      return new Unread(commits, cluster.queries().stableEnds(partitions));
    }

    boolean isRead(ToLongFunction<TopicPartition> positions) {
      return ends.entrySet().stream()
          .allMatch(end -> positions.applyAsLong(end.getKey()) >= end.getValue());
    }
  }

  private synchronized void add(TracedRecord record, boolean stored) {
    String id = record.event();
    if (id.isEmpty()) {
      return;
    }
    FeedEvent event = events.get(id);
    if (event == null) {
      event = new FeedEvent();
      events.put(id, event);
      oldestFirst.add(id);
      if (oldestFirst.size() > MOST) {
        events.remove(oldestFirst.remove());
      }
    }
    event.add(record, stored);
  }

  private Stream<FeedEvent> known() {
    return events.values().stream().filter(FeedEvent::isKnown);
  }

  /** True if newer commits may change a result. */
  private synchronized boolean isUnfinished() {
    return !complete || known().anyMatch(event -> event.result(settled).equals("unfinished"));
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
        known().sorted(Comparator.comparing(FeedEvent::at).reversed()).toList();
    for (FeedEvent event : newest) {
      String result = event.result(settled);
      if (found.size() < limit && filter.matches(event, result)) {
        found.add(event.json(result));
      }
    }
    return found;
  }
}
