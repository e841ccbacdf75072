package io.tributary.operations.generation;

import io.tributary.operations.OperationException;
import io.tributary.operations.kafka.Cluster;
import io.tributary.operations.kafka.KafkaAnswers;
import io.tributary.operations.kafka.KafkaQueries;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.TopicKind;
import io.tributary.schemas.topic.Topics;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;

/**
 * Makes a following generation live.
 *
 * <p>First the live processors pause everywhere, which settles their positions; from there the next
 * generation appends facts. Until the change is in the log, all can be taken back; after it,
 * services start again by themselves.
 */
public final class Promotion {

  /** Time between two renewals of the processors' pause. */
  private static final Duration RENEWAL = Duration.ofSeconds(5);

  private final Cluster live;
  private final Cluster next;
  private final KafkaQueries groups;
  private final Duration patience;
  private final Ambient ambient;

  /**
   * A promotion.
   *
   * @param live cluster of the live generation
   * @param next cluster of the next one
   * @param patience time for the processors to stop
   */
  public Promotion(Cluster live, Cluster next, Duration patience, Ambient ambient) {
    this.live = live;
    this.next = next;
    this.groups = live.queries();
    this.patience = patience;
    this.ambient = ambient;
  }

  /**
   * Promotes, or throws and leaves everything as it is.
   *
   * @param behind most facts that the next generation may lag
   */
  public void run(Generation now, int generation, int behind) throws InterruptedException {
    requireStill(next.clients(), generation);
    requireClose(generation, behind);
    int partitions = recordPartitions();
    try (GenerationChanges changes = GenerationChanges.open(live.clients(), ambient)) {
      if (changes.newest().number() != now.number()) {
        throw OperationException.conflict(
            "generation " + changes.newest().number() + " has become live meanwhile");
      }
      Rest rest = takenOver(changes, now, generation);
      try {
        changes.live(generation, rest.marks(), partitions, rest.lease());
      } catch (OperationException e) {
        // nothing has been said; what fails in another way may have been
        takeBack(changes, now);
        throw e;
      }
    }
  }

  /** Positions of paused processors. */
  private record Rest(Map<TopicPartition, Long> marks, Lease lease) {}

  private Rest takenOver(GenerationChanges changes, Generation now, int generation)
      throws InterruptedException {
    try {
      awaitRest(changes, generation);
      // all of the rest is left for what is to be done in it
      Lease lease = changes.takingOver(generation);
      return new Rest(marks(generation), lease);
    } catch (RuntimeException | InterruptedException e) {
      takeBack(changes, now);
      throw e;
    }
  }

  private static void takeBack(GenerationChanges changes, Generation now)
      throws InterruptedException {
    changes.live(now.number(), now.marks(), now.partitions());
  }

  /** Waits until the live processors have stopped. */
  private void awaitRest(GenerationChanges changes, int generation) throws InterruptedException {
    String group = live.clients().group("processors");
    Deadline limit = Deadline.after(patience, ambient.ticker());
    changes.takingOver(generation);
    // processors that looked before have joined the group by then, or look again
    TimeUnit.MILLISECONDS.sleep(2 * LiveGenerationCache.FRESH.toMillis());
    while (!groups.awaitEmpty(group, Deadline.after(RENEWAL, ambient.ticker()))) {
      if (limit.passed()) {
        throw OperationException.conflict(
            "processors of the live generation do not stop: a consumer is in group "
                + group
                + "; generation "
                + generation
                + " is not live");
      }
      changes.takingOver(generation);
    }
  }

  /** Partitions of the next record topics; 0 for the catalogue's number. */
  private int recordPartitions() throws InterruptedException {
    Topic<?, ?> any =
        Topics.of(next.clients().families()).stream()
            .filter(topic -> topic.kind() == TopicKind.RECORDS)
            .findFirst()
            .orElseThrow();
    String name = next.clients().topics().of(any);
    int found =
        KafkaAnswers.of(next.admin().describeTopics(List.of(name)).allTopicNames())
            .values()
            .stream()
            .mapToInt(description -> description.partitions().size())
            .sum();
    return found == any.partitions() ? 0 : found;
  }

  /** Offsets of the stopped live processors. */
  private Map<TopicPartition, Long> marks(int generation) throws InterruptedException {
    Map<TopicPartition, Long> done = groups.settled(live.clients().group("processors"));
    requireAllFamilies(done);
    requireStill(next.clients(), generation);
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
      throw OperationException.conflict(
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
    return Topics.of(clients.families()).stream()
        .filter(topic -> topic.kind() == TopicKind.FACTS || topic.kind() == TopicKind.EXPIRIES)
        .toList();
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
              throw OperationException.conflict(
                  "the live processors read more topics, such as " + topic);
            });
  }

  private void requireClose(int generation, int behind) throws InterruptedException {
    long facts = CatchUpWait.factsLeft(next);
    long records = CatchUpWait.recordsLeft(next);
    if (facts > behind || records > behind) {
      throw OperationException.conflict(
          "generation "
              + generation
              + " is "
              + facts
              + " facts and "
              + records
              + " records behind; let it catch up by `replay run --from facts`, or allow --behind");
    }
  }

  private void requireStill(KafkaClients clients, int generation) throws InterruptedException {
    for (String service : List.of("processors", "sink")) {
      String group = clients.group(service);
      if (groups.members(group) > 0) {
        throw OperationException.conflict(
            "generation "
                + generation
                + " is still being replayed: a consumer is in group "
                + group);
      }
    }
  }
}
