package io.tributary.operations.drain;

import io.tributary.operations.kafka.Cluster;
import io.tributary.operations.kafka.KafkaQueries;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.kafka.client.KafkaAnswers;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.runtime.lifecycle.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * Compares the ends of topics with the progress of the stages.
 *
 * <p>A pass follows the flow and asks for ends before commits: once the first stage has finished
 * all up to then, the results are in the topics of the next stage, whose ends are asked for after
 * that. A stage that feeds itself is asked for its ends twice. Ends include open transactions,
 * because a stage's commits may show before its records.
 *
 * <p>A fact that waits for another one counts as a stage of its own, between processors and sink.
 */
public final class DrainCheck implements AutoCloseable {

  private static final long PAUSE_MILLIS = 250;

  private final KafkaQueries queries;
  private final List<DrainStage> stages;
  private final KafkaClients clients;
  private final GapReader gaps;
  private final Supplier<Duration> patience;

  /** Kept from pass to pass, because each goes on where it was. */
  private final Map<DrainStage.Waiting, OpenWaits> waits = new HashMap<>();

  /** A check of some stages of a cluster, which stays the caller's to close. */
  public DrainCheck(Cluster cluster, List<DrainStage> stages) {
    this(cluster, stages, () -> KafkaAnswers.LIMIT);
  }

  DrainCheck(Cluster cluster, List<DrainStage> stages, Supplier<Duration> patience) {
    this.queries = new KafkaQueries(cluster.admin(), patience);
    this.stages = List.copyOf(stages);
    this.clients = cluster.clients();
    this.gaps = new GapReader(clients);
    this.patience = patience;
  }

  /** Waits until the whole pipeline is drained; returns the rest after the time. */
  public static List<Lag> await(Settings settings, RuntimeContext runtime, Duration timeout)
      throws InterruptedException {
    Deadline deadline = Deadline.after(timeout, runtime.ticker());
    try (Cluster cluster = Cluster.connect(settings);
        RelayBacklog relay = RelayBacklog.ifNamed(settings, runtime);
        DrainCheck check =
            new DrainCheck(cluster, DrainStage.inFlowOrder(cluster.clients(), relay))) {
      return check.await(deadline);
    }
  }

  /** A check of waiting facts alone. */
  public static DrainCheck ofWaits(Cluster cluster) {
    return of(cluster, DrainStage.Waiting.class::isInstance, () -> KafkaAnswers.LIMIT);
  }

  /**
   * A check of the stages that finish once nothing more is accepted: not of waits or expiries. Its
   * questions end at the deadline.
   */
  public static DrainCheck ofConsumers(Cluster cluster, Deadline deadline) {
    return of(cluster, DrainStage.Consuming.class::isInstance, deadline::remaining);
  }

  private static DrainCheck of(
      Cluster cluster, Predicate<DrainStage> chosen, Supplier<Duration> patience) {
    List<DrainStage> all = DrainStage.inFlowOrder(cluster.clients(), Map::of);
    return new DrainCheck(cluster, all.stream().filter(chosen).toList(), patience);
  }

  /** Lags at the deadline; none as soon as there are none. */
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

  /** Lags by stage and topic in the order of the flow; empty when drained. */
  public List<Lag> lags() throws InterruptedException {
    List<Lag> lags = new ArrayList<>();
    for (DrainStage stage : stages) {
      if (stage instanceof DrainStage.Consuming consuming) {
        lost(consuming)
            .forEach(
                gap ->
                    lags.add(
                        new Lag(
                            stage.name(),
                            gap.partition().topic(),
                            gap.offsets(),
                            "removed before they were read",
                            "")));
      }
      Map<String, Long> left = left(stage);
      if (stage instanceof DrainStage.Waiting waiting) {
        lags.addAll(waits(waiting).foreign(stage.name()));
      }
      left.forEach(
          (topic, records) -> {
            if (records > 0) {
              lags.add(new Lag(stage.name(), topic, records));
            }
          });
    }
    return lags;
  }

  /** Offsets that the stage will never read, until it has committed behind them. */
  private List<LogGap> lost(DrainStage.Consuming stage) throws InterruptedException {
    Map<TopicPartition, Long> starts = queries.starts(queries.partitions(stage.topics()));
    return LogGap.between(stage, starts, queries.committed(stage.group()), clients.topics());
  }

  private SortedMap<String, Long> left(DrainStage stage) throws InterruptedException {
    if (stage instanceof DrainStage.Relaying relaying) {
      return new TreeMap<>(relaying.backlog().get());
    }
    SortedMap<String, Long> byTopic = new TreeMap<>();
    Map<TopicPartition, Long> left =
        stage instanceof DrainStage.Consuming consuming
            ? left(consuming)
            : left((DrainStage.Waiting) stage);
    left.forEach((partition, records) -> byTopic.merge(partition.topic(), records, Long::sum));
    return byTopic;
  }

  private Map<TopicPartition, Long> left(DrainStage.Waiting stage) throws InterruptedException {
    Map<TopicPartition, Long> ends = queries.ends(queries.partitions(stage.topics()));
    return waits(stage).upTo(ends, patience.get());
  }

  private OpenWaits waits(DrainStage.Waiting stage) {
    return waits.computeIfAbsent(stage, missing -> new OpenWaits(clients));
  }

  /** A stage that feeds itself is through only if it has appended nothing on its way to the end. */
  private Map<TopicPartition, Long> left(DrainStage.Consuming stage) throws InterruptedException {
    Map<TopicPartition, Long> ends = ends(stage);
    Map<TopicPartition, Long> left = records(finished(stage.group(), ends), ends);
    return left.isEmpty() && stage.feedsItself()
        ? records(ends, queries.ends(ends.keySet()))
        : left;
  }

  public Map<TopicPartition, Long> ends(DrainStage.Consuming stage) throws InterruptedException {
    return queries.ends(queries.partitions(stage.topics()));
  }

  /** Count of offsets before those ends that the stage has not finished. */
  public long left(DrainStage.Consuming stage, Map<TopicPartition, Long> ends)
      throws InterruptedException {
    return records(finished(stage.group(), ends), ends).values().stream()
        .mapToLong(Long::longValue)
        .sum();
  }

  private Map<TopicPartition, Long> finished(String group, Map<TopicPartition, Long> ends)
      throws InterruptedException {
    Map<TopicPartition, Long> finished = new HashMap<>(queries.starts(ends.keySet()));
    queries
        .committed(group)
        .forEach(
            (partition, offset) ->
                finished.computeIfPresent(partition, (same, start) -> Math.max(start, offset)));
    return finished;
  }

  /** Distance between the two, of partitions that have a record between them. */
  private Map<TopicPartition, Long> records(
      Map<TopicPartition, Long> from, Map<TopicPartition, Long> to) {
    Map<TopicPartition, Long> left = new HashMap<>();
    gaps.withRecords(OffsetRange.between(from, to), patience.get())
        .forEach((partition, gap) -> left.put(partition, gap.length()));
    return left;
  }

  @Override
  public void close() {
    gaps.close();
    waits.values().forEach(OpenWaits::close);
  }
}
