package io.tributary.operations;

import io.tributary.avro.envelope.FactMark;
import io.tributary.avro.envelope.GenerationChange;
import io.tributary.avro.envelope.GenerationState;
import io.tributary.embedded.child.StartedChild;
import io.tributary.operations.kafka.Cluster;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.files.DeleteTree;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.schemas.format.SingleObjectFormat;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.Topics;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;

/**
 * A real broker in a child process, on a free port: one for all classes of a JVM. Each test works
 * with topics and groups of its own.
 */
public final class EmbeddedBroker implements BeforeAllCallback {

  private static final AtomicInteger PREFIXES = new AtomicInteger();

  private @Nullable Running running;

  /** The broker while it runs, and the folder of its data. */
  private record Running(StartedChild child, String endpoint, Path folder)
      implements AutoCloseable {

    private static Running start() {
      try {
        Path folder = Files.createTempDirectory("tributary-operations-test-");
        Path target = Path.of("..", "embedded", "target");
        StartedChild child =
            StartedChild.start(
                target.resolve("embedded.jar")
                    + File.pathSeparator
                    + target.resolve("lib")
                    + File.separator
                    + '*',
                "io.tributary.embedded.kafka.EmbeddedKafka",
                List.of("--listen", "127.0.0.1:0", "--data", folder.toString()));
        return new Running(child, child.ready("kafka"), folder);
      } catch (Exception e) {
        throw new IllegalStateException("no broker", e);
      }
    }

    @Override
    public void close() throws IOException {
      child.close();
      DeleteTree.delete(folder);
    }
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    running =
        context
            .getStore(StoreScope.LAUNCHER_SESSION, Namespace.create(EmbeddedBroker.class))
            .computeIfAbsent(Running.class, any -> Running.start(), Running.class);
  }

  /** A prefix that no other test has for its topics and groups. */
  public static String newPrefix() {
    return "t" + PREFIXES.getAndIncrement() + ".";
  }

  /** Settings of somebody who works with this broker. */
  public Settings settings() {
    return Settings.of(
        Map.of(KafkaSettings.BOOTSTRAP_SERVERS.key(), Objects.requireNonNull(running).endpoint()));
  }

  /**
   * Settings of a pipeline of devices.
   *
   * @param more further settings
   */
  public Settings devices(String prefix, Map<String, String> more) {
    return settings().with(Map.of("topic.prefix", prefix, "families", "devices")).with(more);
  }

  /** A connection for the caller to close. */
  public Cluster connect() throws InterruptedException {
    return Cluster.connect(settings());
  }

  /** A connection to a pipeline of devices whose topics, named with that prefix, are made. */
  public Cluster connectToDevices(String prefix) throws Exception {
    return connectToDevices(prefix, 1);
  }

  /** The same, of that generation. */
  public Cluster connectToDevices(String prefix, int generation) throws Exception {
    Cluster cluster =
        Cluster.connect(devices(prefix, Map.of("generation", Integer.toString(generation))));
    cluster.topics().create(Topics.of(Set.of(Family.DEVICES)));
    return cluster;
  }

  /** Appends that a generation is live. */
  public static void makeLive(
      Cluster cluster, int generation, Map<TopicPartition, Long> marks, String release)
      throws Exception {
    GenerationChange change =
        GenerationChange.newBuilder()
            .setGeneration(generation)
            .setState(GenerationState.live)
            .setMarks(
                marks.entrySet().stream()
                    .map(
                        mark ->
                            new FactMark(
                                mark.getKey().topic(), mark.getKey().partition(), mark.getValue()))
                    .toList())
            .setRelease(release)
            .setChangedAtMs(0)
            .build();
    try (Producer<byte[], byte[]> producer = cluster.clients().producer("test", Map.of())) {
      producer
          .send(
              new ProducerRecord<>(
                  cluster.clients().topics().of(Topics.GENERATIONS),
                  0,
                  Topics.GENERATIONS.keyBytes(Integer.toString(generation)),
                  SingleObjectFormat.ofReleases().encode(change)))
          .get();
    }
  }

  /** Makes a topic of one partition, and returns when the broker knows it. */
  public static void createTopic(Cluster cluster, String name) throws Exception {
    NewTopic single = new NewTopic(name, 1, (short) 1);
    cluster.admin().createTopics(List.of(single)).all().get();
    Awaitility.await()
        .ignoreExceptions()
        .until(() -> cluster.admin().describeTopics(List.of(name)).allTopicNames().get() != null);
  }

  /**
   * Returns once no transaction is open in that topic: one that has ended shows it a moment later.
   */
  public static void awaitSettled(Cluster cluster, String topic) {
    Awaitility.await()
        .until(
            () ->
                ends(cluster, topic, IsolationLevel.READ_COMMITTED)
                    .equals(ends(cluster, topic, IsolationLevel.READ_UNCOMMITTED)));
  }

  private static Map<TopicPartition, Long> ends(
      Cluster cluster, String topic, IsolationLevel isolation) throws Exception {
    Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
    for (TopicDescription described :
        cluster.admin().describeTopics(List.of(topic)).allTopicNames().get().values()) {
      for (TopicPartitionInfo info : described.partitions()) {
        wanted.put(new TopicPartition(topic, info.partition()), OffsetSpec.latest());
      }
    }
    Map<TopicPartition, Long> ends = new HashMap<>();
    cluster
        .admin()
        .listOffsets(wanted, new ListOffsetsOptions(isolation))
        .all()
        .get()
        .forEach((partition, end) -> ends.put(partition, end.offset()));
    return ends;
  }
}
