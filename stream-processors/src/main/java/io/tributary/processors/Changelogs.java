package io.tributary.processors;

import io.tributary.runtime.config.Settings;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.runtime.kafka.topic.TopicAdmin;
import io.tributary.runtime.kafka.topic.TopicIds;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;

/**
 * Changelogs of the processors' states. Kafka Streams makes a missing one anew, and forgets the
 * states, also those on its disk.
 *
 * @param settings wanted ones by name in the cluster
 */
public record Changelogs(SortedMap<String, Map<String, String>> settings) {

  private static final String POLICY = "cleanup.policy";
  private static final String COMPACTED = "compact";

  /** Changelogs of the settings' families and generation. */
  public static Changelogs of(KafkaClients clients, Settings settings) {
    SortedMap<String, Map<String, String>> all = new TreeMap<>();
    ProcessorsPipeline.plan(settings)
        .changelogs()
        .forEach(
            (store, wanted) -> {
              Map<String, String> config = new HashMap<>(wanted);
              config.putIfAbsent(POLICY, COMPACTED);
              all.put(clients.group("processors") + '-' + store + "-changelog", config);
            });
    return new Changelogs(all);
  }

  /** Losses by which states are unknown; none before the first start. */
  public List<String> losses(Admin admin, TopicIds ids) {
    Map<String, Uuid> found = TopicAdmin.ids(admin, settings.keySet());
    List<String> losses = new ArrayList<>();
    List<String> compacted = new ArrayList<>();
    settings.forEach(
        (name, wanted) -> {
          if (ids.isLost(name, found)) {
            losses.add(name + (found.containsKey(name) ? " was made anew" : " was deleted"));
          } else if (found.containsKey(name) && COMPACTED.equals(wanted.get(POLICY))) {
            compacted.add(name);
          }
        });
    Map<TopicPartition, Long> starts = TopicAdmin.starts(admin, compacted);
    ids.cutBefore(starts)
        .forEach(place -> losses.add(place + " begins at offset " + starts.get(place)));
    return losses;
  }

  /** Differences from the wanted settings in words. */
  public List<String> drift(Admin admin) {
    Map<String, Uuid> found = TopicAdmin.ids(admin, settings.keySet());
    SortedMap<String, Map<String, String>> there = new TreeMap<>(settings);
    there.keySet().retainAll(found.keySet());
    return TopicAdmin.drift(admin, there);
  }
}
