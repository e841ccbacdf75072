package io.tributary.processors;

import io.tributary.runtime.config.Settings;
import io.tributary.runtime.kafka.client.KafkaAnswers;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.runtime.kafka.topic.ExistingTopics;
import io.tributary.runtime.kafka.topic.FoundTopics;
import io.tributary.runtime.kafka.topic.TopicIds;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.ConfigResource;

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

  /**
   * Losses by which states are unknown.
   *
   * @param ids present ones of lost changelogs; {@link Uuid#ZERO_UUID} for one that does not exist
   * @param starts first offsets of partitions that were cut
   */
  public record Losses(SortedMap<String, Uuid> ids, Map<TopicPartition, Long> starts) {

    public boolean isEmpty() {
      return ids.isEmpty() && starts.isEmpty();
    }

    public boolean concern(String changelog) {
      return ids.containsKey(changelog)
          || starts.keySet().stream().anyMatch(place -> place.topic().equals(changelog));
    }

    /** The losses in words. */
    public List<String> words() {
      List<String> words = new ArrayList<>();
      ids.forEach(
          (name, id) ->
              words.add(name + (id.equals(Uuid.ZERO_UUID) ? " was deleted" : " was made anew")));
      starts.entrySet().stream()
          .map(start -> start.getKey() + " begins at offset " + start.getValue())
          .sorted()
          .forEach(words::add);
      return words;
    }
  }

  /** Losses that were not accepted; none before the first start. */
  public Losses losses(Admin admin, TopicIds known) {
    Map<String, Uuid> found = new ExistingTopics(admin).ids(settings.keySet());
    FoundTopics topics = new FoundTopics(found, Map.of());
    SortedMap<String, Uuid> lost = new TreeMap<>();
    List<String> compacted = new ArrayList<>();
    settings.forEach(
        (name, wanted) -> {
          if (known.isLost(name, topics)) {
            lost.put(name, found.getOrDefault(name, Uuid.ZERO_UUID));
          } else if (found.containsKey(name) && COMPACTED.equals(wanted.get(POLICY))) {
            compacted.add(name);
          }
        });
    Map<TopicPartition, Long> starts = new ExistingTopics(admin).starts(compacted);
    starts.keySet().retainAll(known.cutBefore(starts));
    return new Losses(lost, starts);
  }

  /** Differences from the wanted settings in words. */
  public List<String> drift(Admin admin) {
    return new ExistingTopics(admin).drift(there(admin));
  }

  /** Lets brokers stamp the records of changelogs from earlier releases; false without any. */
  boolean stampByBrokers(Admin admin) {
    String type = "message.timestamp.type";
    SortedMap<String, Map<String, String>> stamped = there(admin);
    stamped.replaceAll((name, wanted) -> Map.of(type, wanted.getOrDefault(type, "")));
    if (new ExistingTopics(admin).drift(stamped).isEmpty()) {
      return false;
    }
    Map<ConfigResource, Collection<AlterConfigOp>> changes = new HashMap<>();
    stamped.forEach(
        (name, wanted) ->
            changes.put(
                new ConfigResource(ConfigResource.Type.TOPIC, name),
                List.of(
                    new AlterConfigOp(
                        new ConfigEntry(type, wanted.get(type)), AlterConfigOp.OpType.SET))));
    Object unused = KafkaAnswers.get(admin.incrementalAlterConfigs(changes).all());
    return true;
  }

  private SortedMap<String, Map<String, String>> there(Admin admin) {
    SortedMap<String, Map<String, String>> there = new TreeMap<>(settings);
    there.keySet().retainAll(new ExistingTopics(admin).ids(settings.keySet()).keySet());
    return there;
  }
}
