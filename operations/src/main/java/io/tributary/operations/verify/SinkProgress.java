package io.tributary.operations.verify;

import io.tributary.operations.kafka.Cluster;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/** What the sink has finished, by its group's committed offsets. */
final class SinkProgress {

  private final Cluster cluster;
  private Map<TopicPartition, Long> committed = Map.of();

  SinkProgress(Cluster cluster) {
    this.cluster = cluster;
  }

  /** Asks anew. */
  void refresh() throws InterruptedException {
    committed = cluster.queries().committed(cluster.clients().group("sink"));
  }

  /** True when what the record asks is done, as of the last time that was asked. */
  boolean hasFinished(RecordPlace place) {
    return committed.getOrDefault(place.topicPartition(), 0L) > place.at().offset();
  }
}
