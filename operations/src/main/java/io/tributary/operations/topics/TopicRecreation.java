package io.tributary.operations.topics;

import io.tributary.operations.OperationException;
import io.tributary.operations.Progress;
import io.tributary.operations.drain.DrainStage;
import io.tributary.operations.generation.GenerationChanges;
import io.tributary.operations.kafka.Cluster;
import io.tributary.operations.kafka.TopicScan;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.kafka.client.KafkaAnswers;
import io.tributary.runtime.kafka.client.LogWatch;
import io.tributary.runtime.kafka.topic.FoundTopics;
import io.tributary.runtime.kafka.topic.TopicIds;
import io.tributary.schemas.key.KeyFormatException;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Utils;

/**
 * A topic made anew with the partitions of the catalogue, and with all of its records, after its
 * partitions were raised in place.
 *
 * <ol>
 *   <li>The topic is closed: writers with acks=all, as all of ours, are refused.
 *   <li>Its records are copied to a topic {@code NAME.copy}: first those that their stage has
 *       finished, then the others. Records of partitions that will not exist go by their keys.
 *   <li>The topic is deleted, made anew, closed as well, and filled from the copy.
 *   <li>Its id and the offsets of its stage are written down; then it is open.
 * </ol>
 *
 * <p>A run that was killed is repeated; offsets in a group of its own mark a whole copy.
 */
public final class TopicRecreation {

  private static final String CLOSING = "min.insync.replicas";
  private static final String NEVER = "1000";
  private static final String GROUP = "tributary-recreate";
  private static final int IN_FLIGHT = 5_000;
  private static final long CLOSING_SECONDS = 3;
  private static final int LOOKS = 300;
  private static final long LOOK_MILLIS = 100;

  private final Cluster cluster;
  private final Settings settings;
  private final RuntimeContext runtime;
  private final Topic<?, ?> topic;
  private final String name;
  private final String copy;
  private final int partitions;

  private TopicRecreation(
      Cluster cluster, Settings settings, RuntimeContext runtime, Topic<?, ?> topic) {
    this.cluster = cluster;
    this.settings = settings;
    this.runtime = runtime;
    this.topic = topic;
    name = cluster.clients().topics().of(topic);
    copy = name + ".copy";
    // from generation 2 on, records have as many partitions as most of them
    partitions =
        cluster.topics().sized(Topics.of(cluster.clients().families())).stream()
            .filter(sized -> sized.name().equals(topic.name()))
            .findFirst()
            .orElseThrow(() -> OperationException.invalid(topic + " is of no family that runs"))
            .partitions();
  }

  /**
   * Makes a topic anew.
   *
   * @return count of its records; empty if it has the partitions of the catalogue
   */
  public static Optional<Long> run(
      Cluster cluster,
      Settings settings,
      RuntimeContext runtime,
      Topic<?, ?> topic,
      Progress.Reporter steps)
      throws InterruptedException {
    return new TopicRecreation(cluster, settings, runtime, topic).run(steps);
  }

  private Optional<Long> run(Progress.Reporter steps) throws InterruptedException {
    Map<TopicPartition, Long> finished = finishedInCopy();
    if (finished.isEmpty()) {
      int found = places(name).size();
      if (found == 0) {
        throw OperationException.failed(
            "topic " + name + " does not exist: `tributary topics create` makes it");
      }
      if (found == partitions) {
        set(AlterConfigOp.OpType.DELETE);
        return Optional.empty();
      }
    }
    requireNoMembers();
    if (finished.isEmpty()) {
      finished = copyAway(steps, places(name).size());
    }
    long records = fill(steps);
    accept(finished);
    // an open topic takes records that no copy has
    delete(copy);
    set(AlterConfigOp.OpType.DELETE);
    return Optional.of(records);
  }

  private void requireNoMembers() throws InterruptedException {
    for (String service : List.of("processors", "sink")) {
      String group = cluster.clients().group(service);
      if (!cluster.queries().members(group).isEmpty()) {
        throw OperationException.failed(
            "end the processors and sinks first: a consumer is in group " + group);
      }
    }
  }

  /** Ends of the finished records in a copy that is whole. */
  private Map<TopicPartition, Long> finishedInCopy() throws InterruptedException {
    if (places(copy).isEmpty()) {
      return Map.of();
    }
    Map<TopicPartition, Long> marked = new HashMap<>(cluster.queries().committed(GROUP));
    marked.keySet().removeIf(place -> !place.topic().equals(copy));
    return marked;
  }

  private Map<TopicPartition, Long> copyAway(Progress.Reporter steps, int before)
      throws InterruptedException {
    delete(copy);
    set(AlterConfigOp.OpType.SET);
    try {
      // brokers take the setting up at their own time
      TimeUnit.SECONDS.sleep(CLOSING_SECONDS);
      Map<TopicPartition, Long> ends = settledEnds();
      create(copy, Map.of("retention.ms", "-1", "retention.bytes", "-1"));
      Map<TopicPartition, Long> done = done();
      Map<String, Object> safe = Map.of(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, largest());
      try (Producer<byte[], byte[]> producer = cluster.clients().producer(GROUP, safe)) {
        copy(producer, name, scan -> scan.upTo(done), record -> partition(record, before), steps);
        Map<TopicPartition, Long> finished = cluster.queries().ends(places(copy));
        copy(producer, name, scan -> scan.from(done), record -> partition(record, before), steps);
        if (!ends.equals(cluster.queries().ends(places(name)))) {
          throw OperationException.failed(name + " was written meanwhile: repeat the command");
        }
        cluster.queries().commit(GROUP, ours(finished));
        return finished;
      }
    } catch (RuntimeException | InterruptedException e) {
      // a copy that may be marked must not outlive the opening
      delete(copy);
      set(AlterConfigOp.OpType.DELETE);
      throw e;
    }
  }

  /** Finished offsets of all partitions: the ends of a topic that no group consumes. */
  private Map<TopicPartition, Long> done() throws InterruptedException {
    Optional<String> group = DrainStage.groupOf(cluster.clients(), name);
    if (group.isEmpty()) {
      return cluster.queries().ends(places(name));
    }
    Map<TopicPartition, Long> done = new HashMap<>(cluster.queries().starts(places(name)));
    cluster
        .queries()
        .committed(group.get())
        .forEach((place, offset) -> done.computeIfPresent(place, (same, start) -> offset));
    return done;
  }

  private Map<TopicPartition, Long> settledEnds() throws InterruptedException {
    Set<TopicPartition> all = places(name);
    for (int look = 0; look < LOOKS; look++) {
      Map<TopicPartition, Long> ends = cluster.queries().ends(all);
      if (cluster.queries().stableEnds(all).equals(ends)) {
        return ends;
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
    }
    throw OperationException.failed(
        "an open transaction holds back " + name + ": `tributary status` names it");
  }

  /** Fills the topic from the copy. All other writers ask for acks=all, and are refused. */
  private long fill(Progress.Reporter steps) throws InterruptedException {
    delete(name);
    create(name, Map.of(CLOSING, NEVER));
    Map<String, Object> config = new HashMap<>(cluster.clients().passThrough());
    config.put(ProducerConfig.CLIENT_ID_CONFIG, GROUP);
    config.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, false);
    config.put(ProducerConfig.ACKS_CONFIG, "1");
    config.put(ProducerConfig.RETRIES_CONFIG, 0);
    config.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1);
    config.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, largest());
    try (Producer<byte[], byte[]> producer =
        new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer())) {
      copy(producer, copy, scan -> scan, record -> OptionalInt.of(record.partition()), steps);
    }
    for (int look = 0; look < LOOKS && !isInSync(); look++) {
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
    }
    Map<TopicPartition, Long> wanted = named(cluster.queries().ends(places(copy)));
    if (!isInSync() || !wanted.equals(cluster.queries().ends(places(name)))) {
      throw OperationException.failed(
          name + " is not filled on all replicas: repeat the command, its copy is kept");
    }
    return wanted.values().stream().mapToLong(Long::longValue).sum();
  }

  private boolean isInSync() throws InterruptedException {
    return KafkaAnswers.of(cluster.admin().describeTopics(List.of(name)).allTopicNames())
        .values()
        .stream()
        .flatMap(found -> found.partitions().stream())
        .allMatch(info -> info.isr().size() == info.replicas().size());
  }

  private void accept(Map<TopicPartition, Long> finished) throws InterruptedException {
    Optional<String> group = DrainStage.groupOf(cluster.clients(), name);
    if (group.isPresent()) {
      cluster.queries().commit(group.get(), ours(named(finished)));
    }
    try (TopicIds ids = new TopicIds(cluster.clients())) {
      ids.accept(
          FoundTopics.of(cluster.admin(), cluster.clients().topics(), List.of(name)),
          true,
          runtime);
    }
    if (topic.kind().isFact()) {
      GenerationChanges.forgetMarks(settings, topic, cluster, runtime);
    }
  }

  private static Map<TopicPartition, OffsetAndMetadata> ours(Map<TopicPartition, Long> offsets) {
    return offsets.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, each -> LogWatch.commit(each.getValue())));
  }

  private Map<TopicPartition, Long> named(Map<TopicPartition, Long> ofCopy) {
    return ofCopy.entrySet().stream()
        .collect(
            Collectors.toMap(
                each -> new TopicPartition(name, each.getKey().partition()), Map.Entry::getValue));
  }

  private void copy(
      Producer<byte[], byte[]> producer,
      String from,
      UnaryOperator<TopicScan> part,
      Function<ConsumerRecord<byte[], byte[]>, OptionalInt> destination,
      Progress.Reporter steps)
      throws InterruptedException {
    String to = from.equals(name) ? copy : name;
    List<TopicPartition> all = new ArrayList<>(places(from));
    all.sort(Comparator.comparing(TopicPartition::partition));
    try (Progress progress = steps.begin("copying " + from, "partitions", all.size())) {
      for (TopicPartition place : all) {
        List<Future<RecordMetadata>> sent = new ArrayList<>();
        try (TopicScan scan = part.apply(TopicScan.open(cluster, List.of(from)))) {
          scan.only(place)
              .each(
                  record -> {
                    destination
                        .apply(record)
                        .ifPresent(
                            partition -> sent.add(producer.send(record(to, partition, record))));
                    if (sent.size() >= IN_FLIGHT) {
                      settle(sent);
                    }
                  });
        }
        settle(sent);
        progress.add(1);
      }
    }
  }

  private static ProducerRecord<byte[], byte[]> record(
      String to, int partition, ConsumerRecord<byte[], byte[]> record) {
    return new ProducerRecord<>(to, partition, record.key(), record.value(), record.headers());
  }

  private static void settle(List<Future<RecordMetadata>> sent) {
    try {
      for (Future<RecordMetadata> each : sent) {
        Object unused = each.get();
      }
    } catch (ExecutionException e) {
      throw new KafkaException("records cannot be copied", e.getCause());
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
    sent.clear();
  }

  /**
   * The partition of a record. A record that lies by its key goes by its key; one that was put
   * where it is, such as a message for all users, stays there, and has no place elsewhere.
   */
  private OptionalInt partition(ConsumerRecord<byte[], byte[]> record, int before) {
    int now = record.partition();
    int wanted = hashed(record, partitions);
    return hashed(record, before) == now
        ? OptionalInt.of(wanted)
        : now < partitions ? OptionalInt.of(now) : OptionalInt.empty();
  }

  private int hashed(ConsumerRecord<byte[], byte[]> record, int count) {
    byte[] key = record.key() == null ? new byte[0] : record.key();
    try {
      return partitionOf(topic, new String(key, StandardCharsets.UTF_8), count);
    } catch (KeyFormatException e) {
      return Utils.toPositive(Utils.murmur2(key)) % count;
    }
  }

  private static <K> int partitionOf(Topic<K, ?> topic, String key, int count) {
    return topic.partitionOf(topic.keys().decode(key), count);
  }

  private int largest() {
    return 2 * topic.maxMessageBytes();
  }

  private Set<TopicPartition> places(String any) throws InterruptedException {
    return cluster.topics().ids(List.of(any)).containsKey(any)
        ? cluster.queries().partitions(List.of(any))
        : Set.of();
  }

  private void create(String any, Map<String, String> more) throws InterruptedException {
    Map<String, String> config = new HashMap<>(topic.config());
    if (any.equals(copy)) {
      config.put("cleanup.policy", "delete");
    }
    config.putAll(more);
    NewTopic wanted = new NewTopic(any, Optional.of(partitions), Optional.empty()).configs(config);
    Object unused = KafkaAnswers.of(cluster.admin().createTopics(List.of(wanted)).all());
    for (int look = 0; look < LOOKS && places(any).size() < partitions; look++) {
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
    }
    Object unusedEnds = cluster.queries().ends(places(any));
  }

  private void delete(String any) throws InterruptedException {
    if (places(any).isEmpty()) {
      return;
    }
    Object unused = KafkaAnswers.of(cluster.admin().deleteTopics(List.of(any)).all());
    for (int look = 0; look < LOOKS && !places(any).isEmpty(); look++) {
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
    }
    if (!places(any).isEmpty()) {
      throw OperationException.failed(any + " is not deleted yet: repeat the command");
    }
  }

  private void set(AlterConfigOp.OpType type) throws InterruptedException {
    Object unused =
        KafkaAnswers.of(
            cluster
                .admin()
                .incrementalAlterConfigs(
                    Map.of(
                        new ConfigResource(ConfigResource.Type.TOPIC, name),
                        List.of(new AlterConfigOp(new ConfigEntry(CLOSING, NEVER), type))))
                .all());
  }
}
