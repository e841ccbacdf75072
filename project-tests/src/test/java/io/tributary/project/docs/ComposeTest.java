package io.tributary.project.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.tributary.cli.settings.KnownSettings;
import io.tributary.gateway.settings.GatewaySettings;
import io.tributary.processors.settings.ProcessorsSettings;
import io.tributary.runtime.config.HostPort;
import io.tributary.runtime.config.Setting;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.sink.settings.SinkSettings;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The compose file says nothing that the code, the pom or Prometheus' configuration does not. */
class ComposeTest {

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Properties FAKES = properties(ROOT.resolve("config/containers/fake.env"));
  private static final Path EMBEDDED_KAFKA =
      ROOT.resolve("embedded/src/main/resources/io/tributary/embedded/kafka");
  private static final Set<String> OF_A_PLACE =
      Set.of(
          "node.id",
          "cluster.id",
          "heap.opts",
          "log.dirs",
          "listeners",
          "advertised.listeners",
          "controller.quorum.voters",
          "inter.broker.listener.name",
          "listener.security.protocol.map");

  /** Images without a published digest that is known. */
  private static final List<String> UNPINNED =
      List.of("apache/kafka:", "apicurio/apicurio-registry-kafkasql:");

  private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+)(?::-([^}]*))?}");
  private static final Settings NONE = Settings.of(Map.of());
  private static final Map<String, HostPort> LISTENERS =
      Map.of(
          "gateway", GatewaySettings.opsListen(NONE),
          "processors", NONE.get(ProcessorsSettings.LISTEN),
          "sink", NONE.get(SinkSettings.LISTEN));
  private static final Map<String, Collection<Setting<?>>> SETTINGS =
      Map.of(
          "gateway", GatewaySettings.ALL,
          "processors", ProcessorsSettings.ALL,
          "sink", SinkSettings.ALL);

  private final JsonNode services = compose().path("services");

  @ParameterizedTest
  @ValueSource(strings = {"gateway", "processors", "sink"})
  void shouldUseSettingsThatTheServiceReads(String service) {
    List<String> read =
        KnownSettings.connectionAnd(SETTINGS.getOrDefault(service, List.of())).stream()
            .map(Setting::variable)
            .toList();

    assertThat(services.path(service).path("command")).hasToString("[\"" + service + "\"]");
    assertThat(ours(service)).isNotEmpty();
    assertThat(read).containsAll(ours(service).keySet());
  }

  @ParameterizedTest
  @ValueSource(strings = {"gateway", "processors", "sink", "init", "cli"})
  void shouldSetReadableParts(String service) {
    assertThatCode(() -> KnownSettings.reader().read(Map.of(), ours(service), Optional.empty()))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource({
    "kafka, apache/kafka, kafka.version",
    "kafka-2, apache/kafka, kafka.version",
    "kafka-3, apache/kafka, kafka.version",
    "schema-registry, apicurio/apicurio-registry-kafkasql, apicurio.version"
  })
  void shouldRunTheVersionsThatTestsRun(String service, String image, String property)
      throws IOException {
    assertThat(services.path(service).path("image").asText())
        .matches(Pattern.quote(image + ":" + ofPom(property)) + "(@sha256:[0-9a-f]{64})?");
  }

  /** A tag can be moved, a digest not. */
  @Test
  void shouldPinImagesByDigest() throws IOException {
    Stream<String> bases =
        Files.readAllLines(ROOT.resolve("Dockerfile")).stream()
            .filter(line -> line.startsWith("FROM "));
    Stream<String> images =
        services.findValues("image").stream()
            .map(JsonNode::asText)
            .filter(image -> !image.startsWith("tributary:"));

    assertThat(Stream.concat(bases, images))
        .isNotEmpty()
        .filteredOn(image -> UNPINNED.stream().noneMatch(image::startsWith))
        .allMatch(image -> image.contains("@sha256:"));
  }

  /** Three brokers, but for addresses and folders; {@code up} has a partition for each of them. */
  @Test
  void shouldHaveTheBrokersAndTopicsOfUp() {
    Properties three = properties(ROOT.resolve("config/containers/three-brokers.env"));
    Map<String, String> embedded = new TreeMap<>();
    Stream.of("broker.properties", "three-brokers.properties")
        .map(EMBEDDED_KAFKA::resolve)
        .forEach(
            file -> properties(file).forEach((key, text) -> embedded.put("" + key, "" + text)));
    Map<String, String> brokers = new TreeMap<>();
    variables("kafka", three)
        .forEach(
            (name, text) ->
                brokers.put(
                    name.replaceFirst("^KAFKA_", "").toLowerCase(Locale.ROOT).replace('_', '.'),
                    text));
    Stream.of(embedded, brokers).forEach(settings -> settings.keySet().removeAll(OF_A_PLACE));

    assertThat(brokers).isEqualTo(embedded);
    for (String service : List.of("init", "cli")) {
      assertThat(variables(service, three))
          .containsEntry(KafkaSettings.PARTITIONS.variable(), "3")
          .containsEntry(
              KafkaSettings.REPLICATION_FACTOR.variable(),
              embedded.get("default.replication.factor"));
    }
  }

  /** Each job's targets are a service and the port that it listens on unless told otherwise. */
  @Test
  void shouldBeScrapedWhereItListens() throws IOException {
    JsonNode jobs =
        new YAMLMapper()
            .readTree(ROOT.resolve("config/prometheus/prometheus.yml").toFile())
            .path("scrape_configs");

    assertThat(jobs).hasSameSizeAs(LISTENERS.keySet());
    for (JsonNode job : jobs) {
      String name = job.path("job_name").asText();
      int port = Objects.requireNonNull(LISTENERS.get(name), name).port();
      assertThat(job.at("/static_configs/0/targets"))
          .hasToString("[\"" + name + ":" + port + "\"]");
      assertThat(services.path(name).path("ports").toString())
          .contains("\"127.0.0.1:" + port + ":" + port + "\"");
    }
  }

  static Stream<String> services() {
    return compose().path("services").properties().stream().map(Map.Entry::getKey);
  }

  @ParameterizedTest
  @MethodSource("services")
  void shouldBeSeenByThisMachineAlone(String service) {
    assertThat(services.path(service).path("ports"))
        .allSatisfy(port -> assertThat(port.asText()).startsWith("127.0.0.1:"));
    assertThat(services.path(service).path("network_mode").asText()).isNotEqualTo("host");
  }

  /** Variables of a service that are ours, with the fakes, and the values that others have. */
  private Map<String, String> ours(String service) {
    Map<String, String> ours = variables(service, FAKES);
    ours.keySet().removeIf(name -> !name.startsWith("TRIBUTARY_"));
    return ours;
  }

  private Map<String, String> variables(String service, Properties given) {
    Map<String, String> variables = new HashMap<>();
    services
        .path(service)
        .path("environment")
        .properties()
        .forEach(
            variable ->
                variables.put(variable.getKey(), value(variable.getValue().asText(), given)));
    return variables;
  }

  private static String value(String text, Properties given) {
    return VARIABLE
        .matcher(text)
        .replaceAll(
            variable ->
                Matcher.quoteReplacement(
                    given.getProperty(
                        variable.group(1), Optional.ofNullable(variable.group(2)).orElse(""))));
  }

  private static Properties properties(Path path) {
    Properties properties = new Properties();
    try (Reader file = Files.newBufferedReader(path)) {
      properties.load(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties;
  }

  private static String ofPom(String property) throws IOException {
    Matcher version =
        Pattern.compile("<" + Pattern.quote(property) + ">([^<]+)<")
            .matcher(Files.readString(ROOT.resolve("pom.xml")));
    assertThat(version.find()).as(property).isTrue();
    return version.group(1);
  }

  /** With anchors and merged maps resolved, as Compose does. */
  private static JsonNode compose() {
    try {
      Object read =
          new Yaml(new SafeConstructor(new LoaderOptions()))
              .load(Files.readString(ROOT.resolve("docker-compose.yml")));
      return new ObjectMapper().valueToTree(read);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
