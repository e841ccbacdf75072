package io.tributary.launcher.generation;

import io.tributary.operations.generation.Generation;
import io.tributary.operations.kafka.Cluster;
import io.tributary.runtime.config.Settings;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.Topics;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;

/** Says whether a generation has decided all that the one before it had. */
final class HandoverCheck {

  private HandoverCheck() {}

  /**
   * True once the processors have passed all marks of the settings' families. Marks last longer
   * than positions: those of other families are forgotten, and a later release may have more
   * topics.
   */
  static boolean passed(Settings settings, Generation generation) throws InterruptedException {
    if (generation.marks().isEmpty()) {
      return true;
    }
    try (Cluster cluster = Cluster.connect(settings)) {
      Map<TopicPartition, Long> left = marks(cluster, generation);
      Map<TopicPartition, Long> done =
          cluster.queries().settled(cluster.clients().group("processors"));
      left.entrySet().removeIf(mark -> done.getOrDefault(mark.getKey(), 0L) >= mark.getValue());
      return left.isEmpty() || areGone(cluster, left);
    }
  }

  private static Map<TopicPartition, Long> marks(Cluster cluster, Generation generation) {
    Map<String, Topic<?, ?>> known =
        Topics.of(cluster.clients().families()).stream()
            .collect(Collectors.toMap(Topic::name, Function.identity()));
    Map<TopicPartition, Long> marks = new HashMap<>();
    generation
        .marks()
        .forEach(
            (place, mark) -> {
              Topic<?, ?> topic = known.get(place.topic());
              if (topic != null) {
                String name = cluster.clients().topics().of(topic);
                marks.put(new TopicPartition(name, place.partition()), mark);
              }
            });
    return marks;
  }

  /** Marks may be older than the records of their topics. */
  private static boolean areGone(Cluster cluster, Map<TopicPartition, Long> marks)
      throws InterruptedException {
    return cluster.queries().starts(marks.keySet()).entrySet().stream()
        .allMatch(start -> start.getValue() >= marks.getOrDefault(start.getKey(), 0L));
  }
}
