package io.tributary.operations.trace;

import io.tributary.operations.kafka.Cluster;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/** Committed offsets of processors and sink. */
record Commits(Map<TopicPartition, Long> processed, Map<TopicPartition, Long> stored) {

  static final Commits NONE = new Commits(Map.of(), Map.of());

  static Commits of(Cluster cluster) throws InterruptedException {
    return new Commits(
        cluster.queries().committed(cluster.clients().group("processors")),
        cluster.queries().committed(cluster.clients().group("sink")));
  }
}
