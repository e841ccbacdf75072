package io.tributary.project.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.tributary.operations.topics.RecordJson;
import io.tributary.operations.topics.UnfitValueException;
import io.tributary.operations.topics.ValueJson;
import io.tributary.schemas.format.SingleObjectFormat;
import io.tributary.schemas.key.KeyCodec;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.TopicKind;
import io.tributary.schemas.topic.Topics;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The document that a gateway serves, against AsyncAPI's own schema and against the catalogue. */
class AsyncApiTest {

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final YAMLMapper YAML =
      YAMLMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();
  private static final JsonNode DOCUMENT = document();
  private static final Schema SPECIFICATION = specification();

  static List<Topic<?, ?>> topics() {
    return Topics.all();
  }

  static Stream<Topic<?, ?>> typed() {
    return Topics.all().stream().filter(topic -> topic.valueType().isPresent());
  }

  @Test
  void shouldMatchAsyncApi() {
    assertThat(errors(DOCUMENT)).isEmpty();
  }

  @Test
  void shouldNotPassForOneWhenItIsNot() {
    ObjectNode broken = DOCUMENT.deepCopy();
    ObjectNode channel = (ObjectNode) broken.path("channels").path("devices.readings");
    ((ObjectNode) channel.path("bindings").path("kafka")).put("partitions", "six");
    assertThat(errors(broken)).isNotEmpty();

    ObjectNode nameless = DOCUMENT.deepCopy();
    ((ObjectNode) nameless.path("components").path("schemas").path("Device").path("schema"))
        .remove("fields");
    assertThat(errors(nameless)).isNotEmpty();
  }

  @Test
  void shouldDescribeEveryTopicOnce() {
    assertThat(Stream.of(DOCUMENT.path("channels")).flatMap(AsyncApiTest::addresses))
        .containsExactlyElementsOf(Topics.all().stream().map(Topic::name).toList());
  }

  @Test
  void shouldKnowEveryDirectoryOfTheGateway() throws IOException {
    Pattern made = Pattern.compile("new Directory<>\\(\\s*(\\w+)Topics\\.(\\w+)");
    List<String> directories = new ArrayList<>();
    try (Stream<Path> files = Files.walk(ROOT.resolve("ingest-gateway/src/main/java"))) {
      for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
        Matcher matcher = made.matcher(Files.readString(file));
        while (matcher.find()) {
          String what = matcher.group(2).toLowerCase(Locale.ROOT).replace('_', '-');
          directories.add(matcher.group(1).toLowerCase(Locale.ROOT) + '.' + what);
        }
      }
    }

    assertThat(directories)
        .isNotEmpty()
        .containsExactlyInAnyOrderElementsOf(
            Topics.all().stream()
                .filter(topic -> topic.kind() == TopicKind.RECORDS)
                .filter(topic -> modules(topic, "receive").contains("ingest-gateway"))
                .map(Topic::name)
                .toList());
  }

  @ParameterizedTest
  @MethodSource("typed")
  void shouldShowARecordAsItIsRead(Topic<?, ?> topic) {
    byte[] value = new ValueJson().encode(schema(topic), example(topic).toString());

    assertThat(new RecordJson(SingleObjectFormat.ofReleases()).value(value))
        .hasToString(example(topic).toString());
  }

  @Test
  void shouldNotTakeARecordThatDoesNotFit() {
    Topic<?, ?> readings = Topics.named("devices.readings").orElseThrow();
    ObjectNode example = example(readings).deepCopy();
    example.put("batch_id", 7);

    assertThatThrownBy(() -> new ValueJson().encode(schema(readings), example.toString()))
        .isInstanceOf(UnfitValueException.class)
        .hasMessageContaining("batch_id");
  }

  @ParameterizedTest
  @MethodSource("topics")
  void shouldShowAKeyThatTheTopicTakes(Topic<?, ?> topic) {
    JsonNode key = channel(topic).at("/x-tributary/key");

    assertThat(again(topic.keys(), key.path("example").asText()))
        .isEqualTo(key.path("example").asText());
    assertThat(message(topic).at("/bindings/kafka/key/examples/0")).isEqualTo(key.path("example"));
    assertThat(key.path("example").asText()).contains(key.path("partitionedBy").asText());
  }

  private static <K> String again(KeyCodec<K> codec, String key) {
    return codec.encode(codec.decode(key));
  }

  private static List<String> modules(Topic<?, ?> topic, String action) {
    Set<String> modules = new TreeSet<>();
    DOCUMENT
        .path("operations")
        .properties()
        .forEach(
            operation -> {
              JsonNode described = operation.getValue();
              if (described.path("action").asText().equals(action)
                  && described.at("/channel/$ref").asText().equals("#/channels/" + topic.name())) {
                modules.add(described.at("/tags/0/name").asText());
              }
            });
    return List.copyOf(modules);
  }

  private static org.apache.avro.Schema schema(Topic<?, ?> topic) {
    JsonNode payload =
        DOCUMENT.at(message(topic).at("/payload/$ref").asText().substring(1)).path("schema");
    return new org.apache.avro.Schema.Parser().parse(payload.toString());
  }

  private static JsonNode example(Topic<?, ?> topic) {
    return message(topic).at("/examples/0/payload");
  }

  private static JsonNode message(Topic<?, ?> topic) {
    return channel(topic).path("messages").elements().next();
  }

  private static JsonNode channel(Topic<?, ?> topic) {
    return DOCUMENT.path("channels").path(topic.name());
  }

  private static Stream<String> addresses(JsonNode channels) {
    return channels.properties().stream().map(each -> each.getValue().path("address").asText());
  }

  private static List<Error> errors(JsonNode document) {
    return SPECIFICATION.validate(document.toString(), InputFormat.JSON);
  }

  private static JsonNode document() {
    try (InputStream document = AsyncApiTest.class.getResourceAsStream("/asyncapi.yaml")) {
      return YAML.readTree(document);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Schema specification() {
    try (InputStream stream =
        AsyncApiTest.class.getResourceAsStream("/asyncapi/specs/3.1.0-without-id.json")) {
      return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_7)
          .getSchema(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
