package io.tributary.operations.drain;

import io.tributary.operations.OperationException;
import io.tributary.operations.kafka.Cluster;
import io.tributary.operations.kafka.Groups;
import io.tributary.operations.kafka.KafkaAnswers;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.runtime.lifecycle.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * Compares what is in the topics with what the stages have finished.
 *
 * <p>A pass goes along the flow and asks for ends before it asks for what is finished: when the
 * first stage turns out to be through with everything up to then, all of that is in the topics of
 * the next, whose ends are asked for only after that. A stage that feeds itself is asked for its
 * ends once more. Ends include transactions that are still open, because a stage's offsets may show
 * before its records do.
 *
 * <p>A fact that waits for another one is through the processors and not through the pipeline: it
 * counts in a stage of its own, between what begins and ends waits and what stores the result.
 */
public final class DrainCheck implements AutoCloseable {

  private static final long PAUSE_MILLIS = 250;

  private final Admin admin;
  private final List<DrainStage> stages;
  private final KafkaClients clients;
  private final GapReader gaps;
  private final Supplier<Duration> patience;

  /** Kept from pass to pass, because each goes on where it was. */
  private final Map<DrainStage.Waiting, OpenWaits> waits = new HashMap<>();

  /** Looks at the given cluster, which stays the caller's to close. */
  public DrainCheck(Cluster cluster, List<DrainStage> stages) {
    this(cluster, stages, () -> KafkaAnswers.LIMIT);
  }

  /**
   * The same.
   *
   * @param patience how long to wait for an answer, asked before each
   */
  DrainCheck(Cluster cluster, List<DrainStage> stages, Supplier<Duration> patience) {
    this.admin = cluster.admin();
    this.stages = List.copyOf(stages);
    this.clients = cluster.clients();
    this.gaps = new GapReader(clients);
    this.patience = patience;
  }

  /**
   * A check of the whole pipeline.
   *
   * @param relay what the relay from tables' streams has not dealt with
   */
  public static DrainCheck of(Cluster cluster, Backlog relay) {
    return new DrainCheck(cluster, DrainStage.inFlowOrder(cluster.clients(), relay));
  }

  /**
   * A check of what comes to its end once nothing is accepted any more, which neither waits nor
   * removals of expired items need do; it waits for no answer any longer once the moment has come.
   */
  public static DrainCheck ofConsumers(Cluster cluster, Deadline deadline) {
    List<DrainStage> consuming =
        DrainStage.inFlowOrder(cluster.clients(), Map::of).stream()
            .filter(DrainStage.Consuming.class::isInstance)
            .toList();
    return new DrainCheck(cluster, consuming, deadline::remaining);
  }

  /** What is left when nothing is, or when the deadline comes. */
  public List<Lag> await(Deadline deadline) throws InterruptedException {
    List<Lag> lags = lags();
    while (!lags.isEmpty() && !deadline.passed()) {
      TimeUnit.MILLISECONDS.sleep(Math.min(PAUSE_MILLIS, deadline.remaining().toMillis() + 1));
      lags = lagsBy(deadline, lags);
    }
    return lags;
  }

  private List<Lag> lagsBy(Deadline deadline, List<Lag> before) throws InterruptedException {
    try {
      return lags();
    } catch (TimeoutException e) {
      if (deadline.passed()) {
        return before;
      }
      throw e;
    }
  }

  /** What is left now, by stage and topic in the order of the flow; empty when drained. */
  public List<Lag> lags() throws InterruptedException {
    List<Lag> lags = new ArrayList<>();
    for (DrainStage stage : stages) {
      lags.addAll(lagsOf(stage));
    }
    return lags;
  }

  private List<Lag> lagsOf(DrainStage stage) throws InterruptedException {
    return left(stage).entrySet().stream()
        .filter(entry -> entry.getValue() > 0)
        .map(entry -> new Lag(stage.name(), entry.getKey(), entry.getValue()))
        .toList();
  }

  private SortedMap<String, Long> left(DrainStage stage) throws InterruptedException {
    if (stage instanceof DrainStage.Consuming consuming) {
      return byTopic(left(consuming));
    }
    if (stage instanceof DrainStage.Waiting waiting) {
      return byTopic(left(waiting));
    }
    return new TreeMap<>(((DrainStage.Relaying) stage).backlog().left());
  }

  private static SortedMap<String, Long> byTopic(Map<TopicPartition, Long> left) {
    SortedMap<String, Long> byTopic = new TreeMap<>();
    left.forEach((partition, records) -> byTopic.merge(partition.topic(), records, Long::sum));
    return byTopic;
  }

  private Map<TopicPartition, Long> left(DrainStage.Waiting stage) throws InterruptedException {
    Map<TopicPartition, Long> ends = offsets(partitions(stage.topics()), OffsetSpec.latest());
    return waits
        .computeIfAbsent(stage, missing -> new OpenWaits(clients, ends.keySet()))
        .upTo(ends, patience.get());
  }

  /** A stage that feeds itself is through only if it has appended nothing on its way to the end. */
  private Map<TopicPartition, Long> left(DrainStage.Consuming stage) throws InterruptedException {
    Map<TopicPartition, Long> ends = ends(stage);
    Map<TopicPartition, Long> left = records(finished(stage.group(), ends.keySet()), ends);
    return left.isEmpty() && stage.feedsItself()
        ? records(ends, offsets(ends.keySet(), OffsetSpec.latest()))
        : left;
  }

  /** Where the stage's topics end now. */
  public Map<TopicPartition, Long> ends(DrainStage.Consuming stage) throws InterruptedException {
    return offsets(partitions(stage.topics()), OffsetSpec.latest());
  }

  /** How many offsets before those ends the stage has not finished. */
  public long left(DrainStage.Consuming stage, Map<TopicPartition, Long> ends)
      throws InterruptedException {
    return records(finished(stage.group(), ends.keySet()), ends).values().stream()
        .mapToLong(Long::longValue)
        .sum();
  }

  private Map<TopicPartition, Long> finished(String group, Set<TopicPartition> partitions)
      throws InterruptedException {
    Map<TopicPartition, Long> finished = offsets(partitions, OffsetSpec.earliest());
    new Groups(admin, patience.get())
        .committed(group)
        .forEach(
            (partition, offset) ->
                finished.computeIfPresent(partition, (same, start) -> Math.max(start, offset)));
    return finished;
  }

  /** How far those partitions are apart that have a record between the two. */
  private Map<TopicPartition, Long> records(
      Map<TopicPartition, Long> from, Map<TopicPartition, Long> to) {
    Map<TopicPartition, OffsetRange> open = new HashMap<>();
    to.forEach(
        (partition, end) -> {
          long start = from.getOrDefault(partition, 0L);
          if (start < end) {
            open.put(partition, OffsetRange.between(start, end));
          }
        });
    Map<TopicPartition, Long> left = new HashMap<>();
    gaps.withRecords(open, patience.get())
        .forEach((partition, gap) -> left.put(partition, gap.length()));
    return left;
  }

  private Set<TopicPartition> partitions(List<String> topics) throws InterruptedException {
    Map<String, TopicDescription> descriptions;
    try {
      descriptions = answer(admin.describeTopics(topics).allTopicNames());
    } catch (UnknownTopicOrPartitionException e) {
      throw OperationException.notFound(
          "topics of the catalogue are missing; run `tributary topics create`");
    }
    return descriptions.values().stream()
        .flatMap(
            topic ->
                topic.partitions().stream()
                    .map(info -> new TopicPartition(topic.name(), info.partition())))
        .collect(Collectors.toSet());
  }

  private Map<TopicPartition, Long> offsets(Set<TopicPartition> partitions, OffsetSpec spec)
      throws InterruptedException {
    Map<TopicPartition, OffsetSpec> wanted =
        partitions.stream().collect(Collectors.toMap(Function.identity(), partition -> spec));
    return answer(admin.listOffsets(wanted).all()).entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().offset()));
  }

  private <T> T answer(KafkaFuture<T> future) throws InterruptedException {
    return KafkaAnswers.within(patience.get(), future);
  }

  @Override
  public void close() {
    gaps.close();
    waits.values().forEach(OpenWaits::close);
  }
}
