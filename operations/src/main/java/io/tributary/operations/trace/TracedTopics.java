package io.tributary.operations.trace;

import io.tributary.operations.kafka.Cluster;
import io.tributary.operations.topics.ClusterTopic;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.TopicKind;
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
    Map<String, Topic<?, ?>> topics = new LinkedHashMap<>();
    for (ClusterTopic topic : ClusterTopic.all(cluster)) {
      if (topic.exists() && KINDS.contains(topic.topic().kind())) {
        topics.put(topic.name(), topic.topic());
      }
    }
    return topics;
  }
}
