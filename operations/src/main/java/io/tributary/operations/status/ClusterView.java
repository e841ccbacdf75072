package io.tributary.operations.status;

import io.tributary.schemas.topic.TopicKind;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * State of a Kafka cluster.
 *
 * @param nanos time by the ticker
 * @param missing kinds of the topics of the catalogue that do not exist, by name
 * @param offline partitions without a leader
 * @param underReplicated partitions with replicas out of sync
 * @param topics those that exist, in the order of the catalogue
 * @param members consumers by stage
 * @param states bytes of changelogs on one replica, by state
 */
public record ClusterView(
    long nanos,
    int brokers,
    SortedMap<String, TopicKind> missing,
    List<String> offline,
    List<String> underReplicated,
    List<TopicView> topics,
    Map<String, Integer> members,
    Map<String, Long> states) {

  public ClusterView {
    missing = Collections.unmodifiableSortedMap(new TreeMap<>(missing));
    offline = List.copyOf(offline);
    underReplicated = List.copyOf(underReplicated);
    topics = List.copyOf(topics);
    members = Map.copyOf(members);
    states = Map.copyOf(states);
  }
}
