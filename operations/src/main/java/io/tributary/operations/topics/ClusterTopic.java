package io.tributary.operations.topics;

import io.tributary.operations.kafka.Cluster;
import io.tributary.runtime.kafka.client.KafkaAnswers;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.TopicNaming;
import io.tributary.schemas.topic.Topics;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.TopicDescription;

/**
 * A topic of the catalogue in a cluster.
 *
 * @param partitions of an existing topic, or for its creation
 */
public record ClusterTopic(Topic<?, ?> topic, String name, int partitions, boolean exists) {

  /** Topics of the families of the cluster, in the order of the catalogue. */
  public static List<ClusterTopic> all(Cluster cluster) throws InterruptedException {
    TopicNaming naming = cluster.clients().topics();
    List<Topic<?, ?>> topics = cluster.topics().sized(Topics.of(cluster.clients().families()));
    Set<String> existing = new HashSet<>(KafkaAnswers.of(cluster.admin().listTopics().names()));
    existing.retainAll(topics.stream().map(naming::of).toList());
    Map<String, TopicDescription> found =
        KafkaAnswers.of(cluster.admin().describeTopics(existing).allTopicNames());
    return topics.stream()
        .map(topic -> of(topic, naming.of(topic), Optional.ofNullable(found.get(naming.of(topic)))))
        .toList();
  }

  private static ClusterTopic of(Topic<?, ?> topic, String name, Optional<TopicDescription> found) {
    int partitions = found.map(there -> there.partitions().size()).orElse(topic.partitions());
    return new ClusterTopic(topic, name, partitions, found.isPresent());
  }
}
