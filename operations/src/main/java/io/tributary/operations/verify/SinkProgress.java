package io.tributary.operations.verify;

import io.tributary.operations.kafka.Cluster;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/** Progress of the sink by its commits. */
final class SinkProgress {

  private final Cluster cluster;
  private Map<TopicPartition, Long> committed = Map.of();

  SinkProgress(Cluster cluster) {
    this.cluster = cluster;
  }

  /** Reads the commits again. */
  void refresh() throws InterruptedException {
    committed = cluster.queries().committed(cluster.clients().group("sink"));
  }

  /** True if the sink has finished the record, by the last answer. */
  boolean hasFinished(RecordPlace place) {
    return committed.getOrDefault(place.topicPartition(), 0L) > place.at().offset();
  }
}
