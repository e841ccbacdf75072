package io.tributary.runtime.kafka.topic;

import io.tributary.schemas.topic.TopicNaming;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;

/**
 * Topics of a cluster, as far as they exist.
 *
 * @param ids Kafka's, by name
 * @param starts first offsets of the partitions of topics that are kept whole
 */
public record FoundTopics(Map<String, Uuid> ids, Map<TopicPartition, Long> starts) {

  public FoundTopics {
    ids = Map.copyOf(ids);
    starts = Map.copyOf(starts);
  }

  /** Asks for some topics; for no first offset of a partition without a leader. */
  public static FoundTopics of(Admin admin, TopicNaming naming, Collection<String> names) {
    Set<String> kept = new HashSet<>(naming.keptWhole());
    kept.retainAll(names);
    ExistingTopics existing = new ExistingTopics(admin);
    return new FoundTopics(existing.ids(names), existing.starts(kept));
  }

  /** Some of them. */
  public FoundTopics only(Collection<String> names) {
    Map<String, Uuid> some = new HashMap<>(ids);
    Map<TopicPartition, Long> places = new HashMap<>(starts);
    some.keySet().retainAll(names);
    places.keySet().removeIf(place -> !names.contains(place.topic()));
    return new FoundTopics(some, places);
  }
}
