package io.tributary.harness.pipeline;

import io.tributary.harness.process.Launcher;
import io.tributary.harness.process.ReadyLine;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.CommonClientConfigs;

/**
 * Where the servers are.
 *
 * @param kafka {@code host:port}
 * @param dynamodb {@code http://host:port}
 * @param tablePrefix of the tables there
 */
public record Endpoints(String kafka, String dynamodb, String tablePrefix) {

  static Endpoints of(ReadyLine ready, Launcher launcher) {
    return new Endpoints(ready.get("kafka"), ready.get("dynamodb"), launcher.tablePrefix());
  }

  /** Settings of a Kafka client, which does not wait long for a broker that sleeps. */
  public Map<String, Object> connection() {
    return Map.of(
        CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG,
        kafka,
        CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG,
        5_000,
        CommonClientConfigs.METRIC_REPORTER_CLASSES_CONFIG,
        "");
  }

  /** The command with the flags that name both servers. */
  public List<String> appendedTo(String... command) {
    return Stream.concat(
            Stream.of(command),
            Stream.of("--bootstrap-servers", kafka, "--dynamodb-endpoint", dynamodb))
        .toList();
  }
}
