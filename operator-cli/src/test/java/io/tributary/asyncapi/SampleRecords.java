package io.tributary.asyncapi;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.operations.topics.RecordJson;
import io.tributary.operations.topics.ValueJson;
import io.tributary.schemas.format.SingleObjectFormat;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Properties;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A value of each type that no record topic has. Fields come from {@code samples.properties}; a
 * text or number without one stops the making of the document.
 */
final class SampleRecords {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final JsonMapper JSON = new JsonMapper();
  private static final String SAMPLES = "/asyncapi/samples.properties";

  private final Properties samples = read(SAMPLES);
  private final ValueJson values = new ValueJson();
  private final RecordJson json = new RecordJson(SingleObjectFormat.ofReleases());

  static Properties read(String resource) {
    Properties properties = new Properties();
    try (InputStream stream = SampleRecords.class.getResourceAsStream(resource)) {
      properties.load(new InputStreamReader(stream, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties;
  }

  /** The sample as {@code topics read} prints it, having been encoded in its schema and read. */
  JsonNode asRead(Schema schema) {
    return json.value(values.encode(schema, record(schema).toString()));
  }

  private ObjectNode record(Schema schema) {
    ObjectNode object = NODES.objectNode();
    for (Schema.Field field : schema.getFields()) {
      JsonNode value = value(schema.getName(), field.name(), field.schema());
      object.set(field.name(), value);
    }
    return object;
  }

  private JsonNode value(String type, String name, Schema schema) {
    JsonNode sample = sample(type, name);
    if (sample != null) {
      return sample;
    }
    return switch (schema.getType()) {
      case RECORD -> record(schema);
      case ARRAY -> NODES.arrayNode().add(value(type, name, schema.getElementType()));
      case MAP -> NODES.objectNode();
      case ENUM -> NODES.textNode(symbol(schema));
      case BOOLEAN -> NODES.booleanNode(false);
      case UNION -> branch(type, name, schema);
      default ->
          throw new IllegalStateException(
              "say in %s what %s.%s may look like".formatted(SAMPLES, type, name));
    };
  }

  /** What may be missing is, unless there is a sample; of several types it is the first. */
  private JsonNode branch(String type, String name, Schema union) {
    List<Schema> others =
        union.getTypes().stream().filter(each -> each.getType() != Schema.Type.NULL).toList();
    if (others.size() < union.getTypes().size()) {
      return NODES.nullNode();
    }
    if (others.get(0).getType() != Schema.Type.RECORD) {
      return value(type, name, others.get(0));
    }
    ObjectNode named = NODES.objectNode().put("@type", others.get(0).getName());
    return named.setAll(record(others.get(0)));
  }

  private static String symbol(Schema schema) {
    return schema.getEnumSymbols().stream()
        .filter(symbol -> !symbol.equals("UNKNOWN"))
        .findFirst()
        .orElseThrow();
  }

  private @Nullable JsonNode sample(String type, String name) {
    String text = samples.getProperty(type + '.' + name, samples.getProperty(name));
    try {
      return text == null ? null : JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(SAMPLES + " " + type + '.' + name + ": " + text, e);
    }
  }
}
