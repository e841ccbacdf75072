package io.tributary.operations.generation;

import io.tributary.operations.OperationException;
import io.tributary.operations.kafka.Cluster;
import io.tributary.operations.kafka.KafkaQueries;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.runtime.kafka.generation.Generation;
import io.tributary.runtime.kafka.generation.LiveGenerationCache;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.Topics;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;

/**
 * Makes a following generation live, while the processors and sinks of the live one are stopped.
 *
 * <p>A membership in the processors' group settles their positions: until the change is in the log,
 * none can join, and afterwards each finds it at its start.
 */
public final class Promotion {

  /** Time after which no processor remembers an earlier answer. */
  private static final long FORGET_MILLIS = 2 * LiveGenerationCache.FRESH.toMillis();

  private static final Duration VISIBLE = Duration.ofSeconds(30);
  private static final long PAUSE_MILLIS = 100;

  private final Cluster live;
  private final Cluster next;
  private final KafkaQueries groups;
  private final Duration patience;
  private final RuntimeContext runtime;

  /**
   * A promotion.
   *
   * @param live cluster of the live generation
   * @param next cluster of the next one
   * @param patience time for members of stopped processors and sinks to leave
   */
  public Promotion(Cluster live, Cluster next, Duration patience, RuntimeContext runtime) {
    this.live = live;
    this.next = next;
    this.groups = live.queries();
    this.patience = patience;
    this.runtime = runtime;
  }

  /**
   * Promotes, or throws and leaves everything as it is.
   *
   * @param newest asked once no other promotion runs
   * @param behind most facts that the next generation may lag
   */
  public void run(Supplier<Generation> newest, int generation, int behind)
      throws InterruptedException {
    requireStill(generation);
    requireClose(generation, behind);
    int partitions = next.topics().recordPartitions(Topics.of(next.clients().families())).orElse(0);
    requireStopped(generation);
    String group = live.clients().group("processors");
    List<String> topics = facts(live.clients()).stream().map(live.clients().topics()::of).toList();
    try (GroupHold hold = GroupHold.join(live.clients(), group, topics);
        GenerationChanges changes = GenerationChanges.open(live.clients(), runtime)) {
      TimeUnit.MILLISECONDS.sleep(FORGET_MILLIS);
      int now = newest.get().number();
      if (now != live.clients().topics().generation()) {
        throw OperationException.failed("generation " + now + " has become live meanwhile");
      }
      Map<TopicPartition, Long> done = groups.settled(group);
      Map<TopicPartition, Long> held = new HashMap<>(done);
      hold.partitions().forEach(place -> held.putIfAbsent(place, 0L));
      changes.live(generation, marks(generation, done), partitions, held, hold);
      awaitVisible(newest, generation);
    }
  }

  /** The live services must have been stopped. */
  private void requireStopped(int generation) throws InterruptedException {
    Deadline limit = Deadline.after(patience, runtime.ticker());
    for (String service : List.of("processors", "sink")) {
      String group = live.clients().group(service);
      if (!groups.awaitEmpty(group, limit)) {
        throw OperationException.failed(
            "stop the %s of the live generation first: a consumer is in group %s; generation %d is not live"
                .formatted(service, group, generation));
      }
    }
  }

  private void awaitVisible(Supplier<Generation> newest, int generation)
      throws InterruptedException {
    Deadline limit = Deadline.after(VISIBLE, runtime.ticker());
    while (newest.get().number() < generation) {
      if (limit.passed()) {
        throw OperationException.failed(
            "generation %d may be live; repeat the command".formatted(generation));
      }
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    }
  }

  /** Offsets of the stopped live processors. */
  private Map<TopicPartition, Long> marks(int generation, Map<TopicPartition, Long> done)
      throws InterruptedException {
    requireAllFamilies(done);
    requireStill(generation);
    Map<TopicPartition, Long> followed = groups.settled(next.clients().group("processors"));
    Map<TopicPartition, Long> marks = new HashMap<>();
    for (Topic<?, ?> topic : facts(live.clients())) {
      String name = live.clients().topics().of(topic);
      for (TopicPartition place : placesOf(name, done, followed)) {
        long mark = done.getOrDefault(place, 0L);
        requireAhead(place, mark, followed.getOrDefault(place, 0L));
        marks.put(new TopicPartition(topic.name(), place.partition()), mark);
      }
    }
    return marks;
  }

  /** The live processors must have appended all that the next ones have read. */
  private static void requireAhead(TopicPartition place, long done, long followed) {
    if (followed > done) {
      throw OperationException.failed(
          "the live processors are "
              + (followed - done)
              + " facts of "
              + place
              + " behind the next generation; wait until they have caught up");
    }
  }

  private static List<TopicPartition> placesOf(
      String topic, Map<TopicPartition, Long> done, Map<TopicPartition, Long> followed) {
    return Stream.of(done, followed)
        .flatMap(offsets -> offsets.keySet().stream())
        .filter(place -> place.topic().equals(topic))
        .distinct()
        .toList();
  }

  private static List<Topic<?, ?>> facts(KafkaClients clients) {
    return Topics.of(clients.families()).stream().filter(topic -> topic.kind().isFact()).toList();
  }

  /** Services of other families would change generation too, and find no topics. */
  private void requireAllFamilies(Map<TopicPartition, Long> done) {
    Set<Family> named = live.clients().families();
    Topics.all().stream()
        .filter(topic -> topic.family().map(family -> !named.contains(family)).orElse(false))
        .filter(
            topic ->
                done.keySet().stream()
                    .anyMatch(place -> place.topic().equals(live.clients().topics().of(topic))))
        .findFirst()
        .ifPresent(
            topic -> {
              throw OperationException.failed(
                  "the live processors read more topics, such as " + topic);
            });
  }

  private void requireClose(int generation, int behind) throws InterruptedException {
    int now = live.clients().topics().generation();
    long facts = CatchUpWait.factsLeft(next, now);
    long records = CatchUpWait.recordsLeft(next, now);
    if (facts > behind || records > behind) {
      throw OperationException.failed(
          "generation "
              + generation
              + " is "
              + facts
              + " facts and "
              + records
              + " records behind; let it catch up by `replay run --from facts`, or allow --behind");
    }
  }

  private void requireStill(int generation) throws InterruptedException {
    for (String service : List.of("processors", "sink")) {
      String group = next.clients().group(service);
      if (!groups.members(group).isEmpty()) {
        throw OperationException.failed(
            "generation "
                + generation
                + " is still being replayed: a consumer is in group "
                + group);
      }
    }
  }
}
