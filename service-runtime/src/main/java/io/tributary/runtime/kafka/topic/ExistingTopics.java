package io.tributary.runtime.kafka.topic;

import io.tributary.runtime.kafka.client.KafkaAnswers;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/** Topics of a cluster as its brokers describe them; topics that do not exist are left out. */
public record ExistingTopics(Admin admin) {

  private static final int LOOKS = 300;
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  Map<String, TopicDescription> describe(Collection<String> names) {
    Map<String, TopicDescription> found = new HashMap<>();
    admin
        .describeTopics(names)
        .topicNameValues()
        .forEach(
            (name, description) -> {
              try {
                found.put(name, KafkaAnswers.get(description));
              } catch (UnknownTopicOrPartitionException e) {
                // Not there; the caller says so
              } catch (TopicAuthorizationException e) {
                throw new TopicAuthorizationException(
                    "not permitted to describe topic " + name, Set.of(name));
              }
            });
    return found;
  }

  /** All in one request. */
  Map<String, Config> configs(Collection<String> names) {
    return KafkaAnswers.get(
            admin
                .describeConfigs(
                    names.stream()
                        .map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name))
                        .toList())
                .all())
        .entrySet()
        .stream()
        .collect(Collectors.toMap(config -> config.getKey().name(), Map.Entry::getValue));
  }

  /** Kafka's ids, by name. */
  public Map<String, Uuid> ids(Collection<String> names) {
    return describe(names).entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, found -> found.getValue().topicId()));
  }

  /** First offsets of all partitions, of topics that exist, which have a leader. */
  public Map<TopicPartition, Long> starts(Collection<String> names) {
    return offsets(
        () -> places(describe(names).values(), OffsetSpec.earliest(), ExistingTopics::hasLeader));
  }

  private static boolean hasLeader(TopicPartitionInfo partition) {
    return partition.leader() != null && !partition.leader().isEmpty();
  }

  static Map<TopicPartition, OffsetSpec> places(
      Collection<TopicDescription> topics, OffsetSpec spec, Predicate<TopicPartitionInfo> wanted) {
    Map<TopicPartition, OffsetSpec> places = new HashMap<>();
    for (TopicDescription topic : topics) {
      topic.partitions().stream()
          .filter(wanted)
          .forEach(info -> places.put(new TopicPartition(topic.name(), info.partition()), spec));
    }
    return places;
  }

  /**
   * Offsets at places that brokers describe. Brokers learn of a new or deleted topic one after the
   * other: while the asked one does not know a topic, places are described again.
   */
  Map<TopicPartition, Long> offsets(Supplier<Map<TopicPartition, OffsetSpec>> places) {
    for (int look = 1; ; look++) {
      try {
        return KafkaAnswers.get(admin.listOffsets(places.get()).all()).entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, found -> found.getValue().offset()));
      } catch (UnknownTopicOrPartitionException e) {
        if (look == LOOKS) {
          throw e;
        }
        LockSupport.parkNanos(LOOK_NANOS);
      }
    }
  }

  /** Differences of existing topics from wanted settings in words. */
  public List<String> drift(Map<String, Map<String, String>> wanted) {
    Map<String, Config> found = configs(wanted.keySet());
    List<String> findings = new ArrayList<>();
    wanted.forEach(
        (name, settings) ->
            settings.forEach(
                (key, value) -> {
                  String actual = valueOf(found.get(name), key);
                  if (!actual.equals(value)) {
                    findings.add(
                        "topic %s has %s=%s, and must have %s".formatted(name, key, actual, value));
                  }
                }));
    return findings;
  }

  static String valueOf(@Nullable Config config, String key) {
    return config == null || config.get(key) == null
        ? "(unset)"
        : String.valueOf(config.get(key).value());
  }
}
