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
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

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

  /** Ends it and removes its data. */
  public void stop() throws IOException, InterruptedException {
    server.stop();
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    }
  }
}
