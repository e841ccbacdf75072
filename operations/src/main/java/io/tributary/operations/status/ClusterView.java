package io.tributary.operations.status;

import java.util.List;
import java.util.Map;

/**
 * What Kafka holds at a moment.
 *
 * @param nanos the moment, by the ticker
 * @param missing topics of the catalogue that are not there
 * @param offline partitions without a leader
 * @param underReplicated partitions of which replicas are out of sync
 * @param topics those that are there, in the order of the catalogue
 * @param members how many consumers each stage has
 * @param states bytes of each state's changelog on one replica, by the state's name
 */
public record ClusterView(
    long nanos,
    int brokers,
    List<String> missing,
    List<String> offline,
    List<String> underReplicated,
    List<TopicView> topics,
    Map<String, Integer> members,
    Map<String, Long> states) {

  public ClusterView {
    missing = List.copyOf(missing);
    offline = List.copyOf(offline);
    underReplicated = List.copyOf(underReplicated);
    topics = List.copyOf(topics);
    members = Map.copyOf(members);
    states = Map.copyOf(states);
  }
}
