package io.tributary.operations.status;

import io.tributary.operations.drain.LogGap;
import io.tributary.operations.drain.OffsetRange;
import io.tributary.operations.kafka.OpenTransaction;
import io.tributary.operations.topics.TopicLoss;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;

/**
 * State of a Kafka cluster.
 *
 * @param nanos time by the ticker
 * @param missing topics of the catalogue that do not exist
 * @param replaced topics that were made anew or cut
 * @param statesLost losses of changelogs, in words
 * @param gaps offsets that vanished before they were read, by stage
 * @param transactions that hold back readers
 * @param offline partitions without a leader
 * @param underReplicated partitions with replicas out of sync
 * @param topics those that exist, in the order of the catalogue
 * @param left unfinished offsets of topics with a consuming stage
 * @param holders consumers by their partitions, in words
 * @param members consumers by stage
 * @param foreigners consumers that are no services, by stage
 * @param states bytes of changelogs on one replica, by state
 * @param controller its clock; empty if the cluster does not tell it
 */
public record ClusterView(
    long nanos,
    int brokers,
    List<String> missing,
    List<TopicLoss> replaced,
    List<String> statesLost,
    Map<String, List<LogGap>> gaps,
    List<OpenTransaction> transactions,
    List<String> offline,
    List<String> underReplicated,
    List<TopicView> topics,
    Map<TopicPartition, OffsetRange> left,
    Map<TopicPartition, String> holders,
    Map<String, Integer> members,
    Map<String, List<String>> foreigners,
    Map<String, Long> states,
    Optional<ControllerClock> controller) {

  /**
   * Clock of the active controller.
   *
   * @param ahead milliseconds by which it is ahead of the clock of this machine
   */
  public record ControllerClock(int broker, long ahead) {}

  public ClusterView {
    missing = List.copyOf(missing);
    replaced = List.copyOf(replaced);
    statesLost = List.copyOf(statesLost);
    gaps = Map.copyOf(gaps);
    transactions = List.copyOf(transactions);
    offline = List.copyOf(offline);
    underReplicated = List.copyOf(underReplicated);
    topics = List.copyOf(topics);
    left = Map.copyOf(left);
    holders = Map.copyOf(holders);
    members = Map.copyOf(members);
    foreigners = Map.copyOf(foreigners);
    states = Map.copyOf(states);
  }
}
