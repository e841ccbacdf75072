package io.tributary.cli.verify;

import io.tributary.cli.kafka.Answer;
import io.tributary.cli.kafka.Cluster;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;

/** What the sink has finished, by its group's committed offsets. */
final class SinkProgress {

  private final Cluster cluster;
  private final Map<TopicPartition, Long> committed = new HashMap<>();

  SinkProgress(Cluster cluster) {
    this.cluster = cluster;
  }

  /** Asks anew. */
  void refresh() throws InterruptedException {
    committed.clear();
    try {
      Answer.of(
              cluster
                  .admin()
                  .listConsumerGroupOffsets(cluster.clients().group("sink"))
                  .partitionsToOffsetAndMetadata())
          .forEach((partition, offset) -> committed.put(partition, offset.offset()));
    } catch (GroupIdNotFoundException e) {
      // no sink has ever been there, so nothing is finished
    }
  }

  /** True when what the record asks is done, as of the last time that was asked. */
  boolean hasFinished(RecordPlace place) {
    return committed.getOrDefault(place.topicPartition(), 0L) > place.at().offset();
  }
}
