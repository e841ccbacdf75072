package io.tributary.cli;

import io.tributary.cli.kafka.Cluster;
import io.tributary.cli.settings.KnownSettings;
import io.tributary.cli.up.TestServers;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.kafka.KafkaSettings;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.Topics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A real broker in a child process, on a free port, with nothing in it when a class begins. */
public final class EmbeddedBroker implements AfterAllCallback {

  /** One for all classes of this process: to empty it takes much less than to start another. */
  private static final class Shared {

    private static final TestServers SERVER = start();

    private static TestServers start() {
      try {
        Path folder = Files.createTempDirectory("tributary-cli-test-");
        TestServers server = TestServers.kafka(folder);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(server, folder)));
        return server;
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }

    private static void end(TestServers server, Path folder) {
      try {
        server.stop();
        try (Stream<Path> files = Files.walk(folder)) {
          files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
        }
      } catch (IOException | InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Settings of somebody who works with this broker. */
  public Settings settings() {
    return KnownSettings.reader()
        .read(
            Map.of(KafkaSettings.BOOTSTRAP_SERVERS.key(), Shared.SERVER.endpoint()),
            Map.of(),
            Optional.empty());
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
        Cluster.connect(
            settings()
                .with(
                    Map.of(
                        "topic.prefix",
                        prefix,
                        "families",
                        "devices",
                        "generation",
                        Integer.toString(generation))));
    cluster.topics().create(Topics.of(Set.of(Family.DEVICES)));
    return cluster;
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

  /** Deletes every topic and every group. */
  @Override
  public void afterAll(ExtensionContext context) throws Exception {
    try (Cluster cluster = connect()) {
      Admin admin = cluster.admin();
      admin.deleteTopics(admin.listTopics().names().get()).all().get();
      List<String> groups =
          admin.listGroups().all().get().stream().map(GroupListing::groupId).toList();
      admin.deleteConsumerGroups(groups).all().get();
      Awaitility.await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> admin.listTopics().names().get().isEmpty());
    }
  }
}
