package io.tributary.operations.status;

import io.tributary.operations.drain.DrainStage;
import io.tributary.operations.drain.GapReader;
import io.tributary.operations.drain.OffsetRange;
import io.tributary.operations.kafka.Cluster;
import io.tributary.operations.kafka.Groups;
import io.tributary.operations.kafka.TopicSizes;
import io.tributary.runtime.ambient.Ticker;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.Topics;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** Reads what Kafka holds of the catalogue's topics, and how far each stage is with them. */
final class ClusterReader implements Probe.Source<ClusterView> {

  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Connection connection;
  private final Ticker ticker;
  private @Nullable GapReader gaps;

  ClusterReader(Connection connection, Ticker ticker) {
    this.connection = connection;
    this.ticker = ticker;
  }

  @Override
  public ClusterView look() throws InterruptedException {
    Cluster cluster = connection.cluster();
    Map<String, Topic<?, ?>> names = new HashMap<>();
    Topics.of(cluster.clients().families())
        .forEach(topic -> names.put(cluster.clients().topics().of(topic), topic));
    List<DrainStage.Consuming> stages =
        DrainStage.inFlowOrder(cluster.clients(), Map::of).stream()
            .filter(DrainStage.Consuming.class::isInstance)
            .map(DrainStage.Consuming.class::cast)
            .toList();
    ClusterQueries queries = new ClusterQueries(cluster.admin(), PATIENCE);
    ClusterQueries.Partitions partitions = queries.partitions(names.keySet());
    Offsets offsets = offsets(queries, partitions, stages);
    long now = ticker.nanos();
    Map<TopicPartition, OffsetRange> left = gaps(cluster).withRecords(offsets.gaps(), PATIENCE);
    int brokers = queries.brokers().size();
    Map<String, Long> bytes = TopicSizes.of(cluster.admin(), PATIENCE);
    List<TopicView> topics =
        Topics.of(cluster.clients().families()).stream()
            .map(topic -> Map.entry(cluster.clients().topics().of(topic), topic))
            .filter(topic -> !partitions.missing().contains(topic.getKey()))
            .map(topic -> view(topic.getKey(), topic.getValue(), offsets, left, bytes))
            .toList();
    return new ClusterView(
        now,
        brokers,
        partitions.missing(),
        partitions.offline(),
        partitions.underReplicated(),
        topics,
        members(new Groups(cluster.admin(), PATIENCE), stages),
        states(bytes, cluster.clients().group("processors")));
  }

  private GapReader gaps(Cluster cluster) {
    GapReader existing = gaps;
    if (existing != null) {
      return existing;
    }
    GapReader made = new GapReader(cluster.clients());
    gaps = made;
    return made;
  }

  /**
   * Offsets by partition.
   *
   * @param finished up to where the stage is that consumes it; only of topics that one does
   * @param stages the consuming stage's name, by topic
   */
  private record Offsets(
      Map<TopicPartition, Long> starts,
      Map<TopicPartition, Long> finished,
      Map<TopicPartition, Long> ends,
      Map<String, String> stages) {

    Map<TopicPartition, OffsetRange> gaps() {
      Map<TopicPartition, OffsetRange> gaps = new HashMap<>();
      finished.forEach(
          (partition, from) -> {
            long to = ends.getOrDefault(partition, from);
            if (from < to) {
              gaps.put(partition, OffsetRange.between(from, to));
            }
          });
      return gaps;
    }

    static long sum(Map<TopicPartition, Long> offsets, String topic) {
      return offsets.entrySet().stream()
          .filter(entry -> entry.getKey().topic().equals(topic))
          .mapToLong(Map.Entry::getValue)
          .sum();
    }
  }

  /** Asks for what is finished first: what comes in meanwhile is a lag, but no negative one. */
  private static Offsets offsets(
      ClusterQueries queries,
      ClusterQueries.Partitions partitions,
      List<DrainStage.Consuming> stages)
      throws InterruptedException {
    Map<String, String> groups = new HashMap<>();
    Map<String, String> names = new HashMap<>();
    for (DrainStage.Consuming stage : stages) {
      for (String topic : stage.topics()) {
        groups.put(topic, stage.group());
        names.put(topic, stage.name());
      }
    }
    Map<String, Map<TopicPartition, Long>> committed = new HashMap<>();
    for (String group : Set.copyOf(groups.values())) {
      committed.put(group, queries.committed(group));
    }
    Map<TopicPartition, Long> starts = queries.starts(partitions.served());
    Map<TopicPartition, Long> ends = queries.ends(partitions.served());
    Map<TopicPartition, Long> finished = new HashMap<>();
    starts.forEach(
        (partition, start) -> {
          String group = groups.get(partition.topic());
          if (group != null) {
            long done = committed.getOrDefault(group, Map.of()).getOrDefault(partition, start);
            finished.put(partition, Math.max(start, done));
          }
        });
    return new Offsets(starts, finished, ends, names);
  }

  private static TopicView view(
      String name,
      Topic<?, ?> topic,
      Offsets offsets,
      Map<TopicPartition, OffsetRange> left,
      Map<String, Long> bytes) {
    long end = Offsets.sum(offsets.ends(), name);
    List<OffsetRange> open =
        left.entrySet().stream()
            .filter(gap -> gap.getKey().topic().equals(name))
            .map(Map.Entry::getValue)
            .toList();
    Optional<TopicView.Consumed> consumed =
        Optional.ofNullable(offsets.stages().get(name))
            .map(
                stage ->
                    new TopicView.Consumed(
                        stage,
                        Offsets.sum(offsets.finished(), name),
                        open.stream().mapToLong(OffsetRange::length).sum(),
                        open.stream().flatMapToLong(gap -> gap.since().stream()).min()));
    Long size = bytes.get(name);
    return new TopicView(
        topic,
        name,
        end - Offsets.sum(offsets.starts(), name),
        end,
        size == null ? OptionalLong.empty() : OptionalLong.of(size),
        consumed);
  }

  private static Map<String, Integer> members(Groups known, List<DrainStage.Consuming> stages)
      throws InterruptedException {
    Map<String, Integer> members = new HashMap<>();
    Map<String, String> groups =
        stages.stream()
            .collect(
                Collectors.toMap(
                    DrainStage.Consuming::name, DrainStage.Consuming::group, (one, same) -> one));
    for (Map.Entry<String, String> stage : groups.entrySet()) {
      members.put(stage.getKey(), known.members(stage.getValue()));
    }
    return members;
  }

  /** Kafka Streams puts the application's name before a store's, and says what it is behind it. */
  private static Map<String, Long> states(Map<String, Long> bytes, String application) {
    String before = application + '-';
    String behind = "-changelog";
    Map<String, Long> states = new HashMap<>();
    bytes.forEach(
        (topic, size) -> {
          if (topic.startsWith(before) && topic.endsWith(behind)) {
            states.put(topic.substring(before.length(), topic.length() - behind.length()), size);
          }
        });
    return states;
  }

  @Override
  public void close() {
    if (gaps != null) {
      gaps.close();
    }
  }
}
