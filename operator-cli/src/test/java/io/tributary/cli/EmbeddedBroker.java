package io.tributary.cli;

import io.tributary.cli.kafka.Cluster;
import io.tributary.cli.settings.KnownSettings;
import io.tributary.cli.up.TestServers;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.kafka.KafkaSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.NewTopic;
import org.awaitility.Awaitility;

/** A real broker in a child process, on a free port, with nothing in it. */
public final class EmbeddedBroker {

  private final Path folder;
  private final TestServers server;

  private EmbeddedBroker(Path folder, TestServers server) {
    this.folder = folder;
    this.server = server;
  }

  /** Starts it. */
  public static EmbeddedBroker start() throws Exception {
    Path folder = Files.createTempDirectory("tributary-cli-test-");
    return new EmbeddedBroker(folder, TestServers.kafka(folder));
  }

  /** Settings of somebody who works with this broker. */
  public Settings settings() {
    return KnownSettings.reader()
        .read(
            Map.of(KafkaSettings.BOOTSTRAP_SERVERS.key(), server.endpoint()),
            Map.of(),
            Optional.empty());
  }

  /** A connection for the caller to close. */
  public Cluster connect() throws InterruptedException {
    return Cluster.connect(settings());
  }

  /** Makes a topic of one partition, and returns when the broker knows it. */
  public static void createTopic(Cluster cluster, String name) throws Exception {
    NewTopic single = new NewTopic(name, 1, (short) 1);
    cluster.admin().createTopics(List.of(single)).all().get();
    Awaitility.await()
        .ignoreExceptions()
        .until(() -> cluster.admin().describeTopics(List.of(name)).allTopicNames().get() != null);
  }

  /** Ends it and removes its data. */
  public void stop() throws IOException, InterruptedException {
    server.stop();
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    }
  }
}
