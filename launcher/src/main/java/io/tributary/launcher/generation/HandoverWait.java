package io.tributary.launcher.generation;

import io.tributary.operations.kafka.Cluster;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.kafka.generation.Generation;
import io.tributary.runtime.kafka.generation.GenerationLog;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.HealthReason;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.Topics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Start of a gateway after the live generation has decided all that the one before had. Earlier its
 * directories would miss known keys.
 */
final class HandoverWait implements Component {

  private static final Logger log = LoggerFactory.getLogger(HandoverWait.class);
  private static final long PAUSE_MILLIS = 500;

  private final Settings settings;
  private Generation live;
  private volatile List<HealthReason> reasons = List.of();

  /** A wait; settings with the generation. */
  HandoverWait(Settings settings, Generation live) {
    this.settings = settings;
    this.live = live;
  }

  @Override
  public void start() throws InterruptedException {
    if (live.marks().isEmpty()) {
      return;
    }
    try (Cluster cluster = Cluster.connect(settings)) {
      while (!hasPassed(cluster)) {
        if (reasons.isEmpty()) {
          reasons = List.of(reason());
          log.warn("gateway {}", reasons.get(0).message());
        }
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        readAgain();
      }
    }
    reasons = List.of();
  }

  /** Marks of a topic that was lost are taken back. */
  private void readAgain() {
    Generation now = GenerationLog.live(settings);
    if (now.number() == live.number()) {
      live = now;
    }
  }

  private HealthReason reason() {
    return new HealthReason(
        "generation_changing",
        "waits until the processors of generation %d have decided all that the one before had"
            .formatted(live.number()));
  }

  @Override
  public List<HealthReason> unreadyReasons() {
    return reasons;
  }

  /**
   * True once the processors have passed all marks of the settings' families. Marks last longer
   * than positions: those of other families are forgotten, and a later release may have more
   * topics.
   */
  boolean hasPassed(Cluster cluster) throws InterruptedException {
    Map<TopicPartition, Long> left = marks(cluster);
    Map<TopicPartition, Long> done =
        cluster.queries().committed(cluster.clients().group("processors"));
    left.entrySet().removeIf(mark -> done.getOrDefault(mark.getKey(), 0L) >= mark.getValue());
    return left.isEmpty() || areGone(cluster, left);
  }

  private Map<TopicPartition, Long> marks(Cluster cluster) {
    Map<String, Topic<?, ?>> known =
        Topics.of(cluster.clients().families()).stream()
            .collect(Collectors.toMap(Topic::name, Function.identity()));
    Map<TopicPartition, Long> marks = new HashMap<>();
    live.marks()
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
