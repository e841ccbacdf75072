package io.tributary.operations.kafka;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.LogDirDescription;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.ApiException;

/** Bytes of topics on disk. */
public final class TopicSizes {

  private TopicSizes() {}

  /**
   * Bytes of every topic on one replica, by its name in the cluster; none when the brokers do not
   * say.
   */
  public static Map<String, Long> of(Admin admin, Duration patience) throws InterruptedException {
    Map<TopicPartition, Long> largest = new HashMap<>();
    try {
      List<Integer> brokers =
          KafkaAnswers.within(patience, admin.describeCluster().nodes()).stream()
              .map(Node::id)
              .toList();
      KafkaAnswers.within(patience, admin.describeLogDirs(brokers).allDescriptions())
          .values()
          .stream()
          .map(Map::values)
          .flatMap(Collection::stream)
          .map(LogDirDescription::replicaInfos)
          .forEach(
              replicas ->
                  replicas.forEach(
                      (partition, replica) -> largest.merge(partition, replica.size(), Math::max)));
    } catch (ApiException e) {
      // a size is worth no failure: the permission may be missing
      return Map.of();
    }
    Map<String, Long> bytes = new HashMap<>();
    largest.forEach((partition, size) -> bytes.merge(partition.topic(), size, Long::sum));
    return bytes;
  }
}
