package io.tributary.operations.trace;

import io.tributary.operations.kafka.Cluster;
import io.tributary.runtime.kafka.client.KafkaAnswers;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.TopicKind;
import io.tributary.schemas.topic.TopicNaming;
import io.tributary.schemas.topic.Topics;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Topics whose records belong to events. */
final class TracedTopics {

  private static final Set<TopicKind> KINDS =
      Set.of(
          TopicKind.FACTS,
          TopicKind.EXPIRIES,
          TopicKind.RECORDS,
          TopicKind.OUTCOMES,
          TopicKind.WAITS,
          TopicKind.DEAD_LETTERS,
          TopicKind.REDRIVES);

  private TracedTopics() {}

  /** Existing topics by their names in the cluster, in the order of the flow. */
  static Map<String, Topic<?, ?>> of(Cluster cluster) throws InterruptedException {
    TopicNaming naming = cluster.clients().topics();
    Set<String> existing = KafkaAnswers.of(cluster.admin().listTopics().names());
    // those of the catalogue, which others can be equal to, not those sized for the cluster
    Map<String, Topic<?, ?>> topics = new LinkedHashMap<>();
    for (Topic<?, ?> topic : Topics.of(cluster.clients().families())) {
      if (existing.contains(naming.of(topic)) && KINDS.contains(topic.kind())) {
        topics.put(naming.of(topic), topic);
      }
    }
    return topics;
  }
}
