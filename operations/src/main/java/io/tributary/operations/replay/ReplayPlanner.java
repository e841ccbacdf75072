package io.tributary.operations.replay;

import io.tributary.operations.kafka.Cluster;
import io.tributary.operations.kafka.TopicScan;
import io.tributary.operations.topics.CurrentTopics;
import io.tributary.operations.topics.TopicLoss;
import io.tributary.runtime.kafka.format.PipelineFormat;
import io.tributary.schemas.deadletter.Origin;
import io.tributary.schemas.topic.Retention;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.Topics;
import io.tributary.sink.SinkPipeline;
import io.tributary.sink.consume.RouteTable;
import io.tributary.sink.replay.ReplayBounds;
import io.tributary.sink.replay.ReplayPipeline;
import io.tributary.sink.replay.ReplaySelection;
import io.tributary.sink.route.Decoded;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Estimates replays from offsets, sizes and a sample of records. */
public final class ReplayPlanner {

  /** Time by which records outlive their items. */
  private static final Duration BEYOND_ITEMS = Duration.ofDays(7);

  private static final int SAMPLE = 200;

  private final Cluster cluster;
  private final InstantSource clock;
  private final WriteUnits units;
  private final RouteTable reading;

  public ReplayPlanner(Cluster cluster, InstantSource clock) {
    this.cluster = cluster;
    this.clock = clock;
    this.units = new WriteUnits(SinkPipeline.tables(cluster.clients().families()));
    this.reading =
        SinkPipeline.reading(
            PipelineFormat.of(cluster.clients()),
            cluster.clients().topics(),
            cluster.clients().families());
  }

  public ReplayPlan plan(ReplaySpec spec) throws InterruptedException {
    List<ReplayPlan.PlannedTopic> topics = new ArrayList<>();
    Map<String, Long> sizes = cluster.queries().topicBytes();
    ReplaySelection selection =
        new ReplaySelection(
            spec.order("", ReplayBounds.ALL, OptionalDouble.empty()),
            SinkPipeline.tables(cluster.clients().families()),
            clock);
    for (Topic<?, ?> topic : ReplayPipeline.topics(cluster.clients().families(), spec.tables())) {
      topics.add(
          planned(
              topic,
              sizes,
              scan -> unitsOfOne(scan, selection),
              oldest -> lacks(topic.retention(), oldest)));
    }
    return withLost(topics);
  }

  /** The plan for all facts. Their records take about as much as the present ones. */
  public ReplayPlan ofFacts() throws InterruptedException {
    List<ReplayPlan.PlannedTopic> topics = new ArrayList<>();
    Map<String, Long> sizes = cluster.queries().topicBytes();
    for (Topic<?, ?> topic : Topics.of(cluster.clients().families())) {
      if (topic.kind().isFact()) {
        topics.add(planned(topic, sizes, scan -> 0, oldest -> true));
      }
    }
    return withLost(topics);
  }

  /** A topic that was made anew lacks all records before. */
  private ReplayPlan withLost(List<ReplayPlan.PlannedTopic> topics) {
    try (CurrentTopics current = new CurrentTopics(cluster)) {
      Set<String> lost =
          current.lost(Topics.of(cluster.clients().families())).stream()
              .map(TopicLoss::name)
              .collect(Collectors.toCollection(HashSet::new));
      lost.addAll(current.cut(topics.stream().map(ReplayPlan.PlannedTopic::name).toList()));
      return new ReplayPlan(
          topics.stream()
              .map(topic -> lost.contains(topic.name()) ? topic.lacking() : topic)
              .toList());
    }
  }

  /** Records of a replay. */
  public static TopicScan scan(Cluster cluster, ReplaySpec spec) {
    List<String> names =
        ReplayPipeline.topics(cluster.clients().families(), spec.tables()).stream()
            .map(cluster.clients().topics()::of)
            .toList();
    return TopicScan.open(cluster, names);
  }

  /**
   * The plan for a topic.
   *
   * @param units write units of a record
   * @param lacks true if a topic without its first records lacks some, by its oldest
   */
  private ReplayPlan.PlannedTopic planned(
      Topic<?, ?> topic,
      Map<String, Long> sizes,
      ToDoubleFunction<TopicScan> units,
      Predicate<Optional<Instant>> lacks) {
    String name = cluster.clients().topics().of(topic);
    try (TopicScan all = TopicScan.open(cluster, List.of(name))) {
      boolean whole = all.starts().values().stream().allMatch(start -> start == 0);
      Optional<Instant> oldest = all.oldest();
      return new ReplayPlan.PlannedTopic(
          name,
          all.offsets(),
          sizeOf(sizes.get(name)),
          all.offsets() * units.applyAsDouble(all),
          oldest,
          !whole && lacks.test(oldest));
    }
  }

  private static OptionalLong sizeOf(@Nullable Long bytes) {
    return bytes == null ? OptionalLong.empty() : OptionalLong.of(bytes);
  }

  /** True if the topic lacks records that it should have kept. */
  private boolean lacks(Retention retention, Optional<Instant> oldest) {
    if (!(retention instanceof Retention.Limited limited)) {
      return true;
    }
    Instant due = clock.instant().minus(limited.age().minus(BEYOND_ITEMS));
    return oldest.map(due::isBefore).orElse(true);
  }

  private double unitsOfOne(TopicScan scan, ReplaySelection selection) {
    return scan.first(SAMPLE).stream()
        .map(
            record ->
                selection.adapt(
                    reading.decode(record),
                    new Origin(record.topic(), record.partition(), record.offset())))
        .mapToDouble(
            decoded -> decoded instanceof Decoded.Write read ? read.write().match(units) : 0)
        .average()
        .orElse(0);
  }
}
