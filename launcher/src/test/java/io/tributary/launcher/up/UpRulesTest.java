package io.tributary.launcher.up;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.runtime.config.Settings;
import io.tributary.runtime.config.SettingsException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UpRulesTest {

  private static final String ANY = "127.0.0.1:0";
  private static final Map<String, String> FREE_PORTS =
      Map.of("http.listen", ANY, "kafka", ANY, "dynamodb", ANY);

  private final Path folder;

  UpRulesTest(@TempDir Path folder) {
    this.folder = folder;
  }

  private static List<String> faults(Map<String, String> texts, Map<String, String> environment) {
    Map<String, String> all = new HashMap<>(FREE_PORTS);
    all.putAll(texts);
    try {
      UpRules.require(Settings.of(all), environment);
      return List.of();
    } catch (SettingsException e) {
      return String.valueOf(e.getMessage()).lines().toList();
    }
  }

  private static List<String> faults(Map<String, String> texts) {
    return faults(texts, Map.of());
  }

  @ParameterizedTest
  @ValueSource(strings = {"http.listen", "processors.listen", "sink.listen", "kafka", "dynamodb"})
  void shouldListenOnlyOnLoopback(String key) {
    assertThat(faults(Map.of(key, "0.0.0.0:0")))
        .containsExactly(
            key + " must be a loopback address under `up`, such as 127.0.0.1, not 0.0.0.0");
    assertThat(faults(Map.of(key, "localhost:0"))).isEmpty();
  }

  @Test
  void shouldNameEveryFaultAtOnce() throws IOException {
    Path broken = Files.writeString(folder.resolve("tokens.json"), "{\"tokens\":[}");
    Path file = Files.writeString(folder.resolve("file"), "");
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String address = "127.0.0.1:" + taken.getLocalPort();

      assertThat(
              faults(
                  Map.of(
                      "http.listen",
                      address,
                      "kafka",
                      address,
                      "sink.listen",
                      address,
                      "admin.token",
                      "short",
                      "service.tokens.file",
                      broken.toString(),
                      "secrets.file",
                      folder.resolve("none").toString(),
                      "data",
                      file.resolve("data").toString())))
          .hasSize(9)
          .contains("http.listen and sink.listen have the same port, " + taken.getLocalPort())
          .anyMatch(fault -> fault.startsWith("admin.token must have at least 32 characters"))
          .anyMatch(fault -> fault.startsWith("service.tokens.file " + broken + ": "))
          .anyMatch(fault -> fault.startsWith("secrets.file "))
          .contains("data " + file.resolve("data") + ": " + file + " is no folder")
          .contains(taken("http.listen", address), taken("kafka", address))
          .contains(taken("sink.listen", address));
    }
  }

  private static String taken(String key, String address) {
    return "%s %s: Address already in use; name another address, or port 0 for any free one"
        .formatted(key, address);
  }

  @Test
  void shouldFindAPortThatADefaultTakes() {
    Map<String, String> texts = Map.of("http.listen", ANY, "dynamodb", "127.0.0.1:9092");

    assertThatThrownBy(() -> UpRules.require(Settings.of(texts), Map.of()))
        .hasMessageContaining("kafka and dynamodb have the same port, 9092");
  }

  @Test
  void shouldKeepTheNumberOfBrokersOfADataFolder() throws IOException {
    Map<String, String> data = Map.of("data", folder.toString(), "brokers", "3");
    assertThat(faults(data)).isEmpty();
    Path broker = Files.createDirectory(folder.resolve("kafka"));
    assertThat(faults(data))
        .containsExactly(
            "brokers must be 1, as in the data folder %s: only a new folder takes another number"
                .formatted(folder));

    Files.move(broker, folder.resolve("kafka-2"));
    assertThat(faults(data)).isEmpty();
    assertThat(faults(Map.of("data", folder.toString(), "brokers", "1")))
        .containsExactly(
            "brokers must be 3, as in the data folder %s: only a new folder takes another number"
                .formatted(folder));
    assertThat(faults(Map.of("data", folder.toString(), "kafka", "127.0.0.1:65534")))
        .containsExactly("kafka must be a port up to 65533 with brokers 3");
  }

  @Test
  void shouldNotLetEmptyBrokersOutvoteTheLastOneWithData() throws IOException {
    Map<String, String> data = Map.of("data", folder.toString());
    Path left = Files.createDirectory(folder.resolve("kafka-3"));
    Files.createDirectory(left.resolve("__cluster_metadata-0"));
    assertThat(faults(data)).as("a first start that was killed").isEmpty();

    Files.createDirectory(left.resolve("devices.batches-0"));
    assertThat(faults(data))
        .containsExactly(
            "data %s: two of three brokers have lost their folders; bring one back, or take a new"
                    .formatted(folder)
                + " folder");

    Files.createDirectory(folder.resolve("kafka-1"));
    assertThat(faults(data)).isEmpty();
  }

  @Test
  void shouldFindAPortThatASecondBrokerTakes() {
    assertThat(
            faults(
                Map.of("brokers", "3", "kafka", "127.0.0.1:28092", "dynamodb", "127.0.0.1:28093")))
        .containsExactly("kafka and dynamodb have the same port, 28093");
    assertThat(faults(Map.of("brokers", "2"))).containsExactly("brokers must be 1 or 3");
    assertThat(
            faults(
                Map.of("brokers", "3", "bootstrap.servers", "127.0.0.1:9", "without", "gateway")))
        .contains("brokers: no embedded Kafka is started, because bootstrap.servers is set");
  }

  @Test
  void shouldNameTheVariableThatSwitchesAnEmbeddedServerOff() throws IOException {
    String address;
    try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      address = "127.0.0.1:" + closed.getLocalPort();
      assertThat(faults(Map.of("dynamodb.endpoint", "http://" + address))).isEmpty();
    }
    Map<String, String> servers =
        Map.of(
            "dynamodb.endpoint", "http://" + address,
            "bootstrap.servers", address + ",PLAINTEXT://" + address,
            "data", folder.toString());

    assertThat(faults(servers, Map.of("TRIBUTARY_DYNAMODB_ENDPOINT", "http://" + address)))
        .containsExactly(
            "no embedded Kafka is started, because bootstrap.servers is set, and nothing listens"
                + " at %s,PLAINTEXT://%s; leave it out".formatted(address, address),
            "no embedded DynamoDB is started, because TRIBUTARY_DYNAMODB_ENDPOINT is set, and"
                + " nothing listens at http://%s; unset TRIBUTARY_DYNAMODB_ENDPOINT"
                    .formatted(address));
  }

  @Test
  void shouldNotUseSecretsThatVanishOnAClusterThatStays() throws IOException {
    try (ServerSocket broker = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Map<String, String> cluster =
          Map.of("bootstrap.servers", "127.0.0.1:" + broker.getLocalPort());
      Settings settings = Settings.of(FREE_PORTS).with(cluster);
      String secret = "s".repeat(32);

      assertThatThrownBy(() -> UpRules.require(settings, Map.of()))
          .isInstanceOf(SettingsException.class)
          .hasMessage(
              "with an existing Kafka, `up` needs secrets that stay: give --data, or"
                  + " TRIBUTARY_API_KEY_PEPPER and TRIBUTARY_CONFIRMATION_KEY");
      UpRules.require(settings.with(Map.of("data", folder.toString())), Map.of());
      UpRules.require(
          settings.with(Map.of("api.key.pepper", secret, "confirmation.key", secret)), Map.of());
      UpRules.require(settings.with(Map.of("without", "gateway")), Map.of());
      UpRules.require(settings.with(Map.of("families", "history,inbox,tenants")), Map.of());
    }
  }
}
