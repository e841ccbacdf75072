package io.tributary.operations.kafka;

import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/**
 * A consumer of a group.
 *
 * @param isForeign true of one that is no service
 */
public record GroupMember(
    String clientId, String host, boolean isForeign, Set<TopicPartition> partitions) {

  public GroupMember {
    partitions = Set.copyOf(partitions);
  }

  @Override
  public String toString() {
    return clientId + " at " + host;
  }
}
