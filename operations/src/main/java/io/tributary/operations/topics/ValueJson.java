package io.tributary.operations.topics;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.message.BinaryMessageEncoder;
import org.jspecify.annotations.Nullable;

/**
 * Values from the JSON of {@link RecordJson}; {@link UnfitValueException} for JSON that does not
 * fit the schema.
 */
public final class ValueJson {

  /** Names the type of a value of a union. */
  private static final String TYPE = "@type";

  private static final String BASE64 = "base64";
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .build();

  private final GenericData model = GenericData.get();

  /** A value in single-object encoding. */
  public byte[] encode(Schema schema, String json) {
    GenericRecord value = record(schema, "", parse(json));
    try {
      ByteBuffer bytes = new BinaryMessageEncoder<GenericRecord>(model, schema).encode(value);
      byte[] framed = new byte[bytes.remaining()];
      bytes.get(framed);
      return framed;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static JsonNode parse(String json) {
    try {
      return JSON.readTree(json);
    } catch (JsonProcessingException e) {
      String where =
          e.getLocation() == null
              ? ""
              : " in line "
                  + e.getLocation().getLineNr()
                  + ", column "
                  + e.getLocation().getColumnNr();
      throw new UnfitValueException("", "must be JSON: " + e.getOriginalMessage() + where);
    }
  }

  private GenericRecord record(Schema schema, String path, JsonNode node) {
    require(node.isObject(), path, "must be an object");
    TreeSet<String> unknown = new TreeSet<>();
    node.fieldNames().forEachRemaining(unknown::add);
    unknown.remove(TYPE);
    GenericRecord record = new GenericData.Record(schema);
    for (Schema.Field field : schema.getFields()) {
      unknown.remove(field.name());
      record.put(field.pos(), member(field, path, node.get(field.name())));
    }
    require(
        unknown.isEmpty(), unknown.isEmpty() ? path : under(path, unknown.first()), "is unknown");
    return record;
  }

  private @Nullable Object member(Schema.Field field, String path, @Nullable JsonNode node) {
    if (node == null) {
      require(field.hasDefaultValue(), under(path, field.name()), "is missing");
      return model.getDefaultValue(field);
    }
    return value(field.schema(), under(path, field.name()), node);
  }

  private @Nullable Object value(Schema schema, String path, JsonNode node) {
    return switch (schema.getType()) {
      case RECORD -> record(schema, path, node);
      case UNION -> branch(schema, path, node);
      case ARRAY -> array(schema, path, node);
      case MAP -> map(schema, path, node);
      case ENUM -> symbol(schema, path, node);
      case BYTES -> ByteBuffer.wrap(bytes(path, node));
      default -> scalar(schema, path, node);
    };
  }

  private @Nullable Object branch(Schema union, String path, JsonNode node) {
    List<Schema> others =
        union.getTypes().stream().filter(type -> type.getType() != Schema.Type.NULL).toList();
    if (node.isNull() && others.size() < union.getTypes().size()) {
      return null;
    }
    // RecordJson names the type of a record where there are several
    List<Schema> fitting =
        others.stream()
            .filter(type -> (type.getType() == Schema.Type.RECORD) == node.isObject())
            .toList();
    if (others.size() == 1 || fitting.size() == 1) {
      return value(others.size() == 1 ? others.get(0) : fitting.get(0), path, node);
    }
    String name = node.path(TYPE).asText();
    for (Schema type : fitting) {
      if (type.getName().equals(name)) {
        return value(type, path, node);
      }
    }
    String names = others.stream().map(Schema::getName).collect(Collectors.joining(", "));
    throw new UnfitValueException(under(path, TYPE), "must be one of " + names);
  }

  private List<@Nullable Object> array(Schema schema, String path, JsonNode node) {
    require(node.isArray(), path, "must be an array");
    List<@Nullable Object> items = new ArrayList<>();
    for (JsonNode item : node) {
      items.add(value(schema.getElementType(), path + '[' + items.size() + ']', item));
    }
    return items;
  }

  private Map<String, @Nullable Object> map(Schema schema, String path, JsonNode node) {
    require(node.isObject(), path, "must be an object");
    Map<String, @Nullable Object> entries = new TreeMap<>();
    node.properties()
        .forEach(
            entry ->
                entries.put(
                    entry.getKey(),
                    value(schema.getValueType(), under(path, entry.getKey()), entry.getValue())));
    return entries;
  }

  private static Object symbol(Schema schema, String path, JsonNode node) {
    require(
        node.isTextual() && schema.hasEnumSymbol(node.textValue()),
        path,
        "must be one of " + String.join(", ", schema.getEnumSymbols()));
    return new GenericData.EnumSymbol(schema, node.textValue());
  }

  /** Text, or an object with base64. */
  private static byte[] bytes(String path, JsonNode node) {
    if (node.isTextual()) {
      return node.textValue().getBytes(StandardCharsets.UTF_8);
    }
    require(
        node.size() == 1 && node.path(BASE64).isTextual(),
        path,
        "must be text, or {\"" + BASE64 + "\": …}");
    try {
      return Base64.getDecoder().decode(node.path(BASE64).textValue());
    } catch (IllegalArgumentException e) {
      throw new UnfitValueException(under(path, BASE64), "must be base64");
    }
  }

  private static Object scalar(Schema schema, String path, JsonNode node) {
    return switch (schema.getType()) {
      case STRING -> fit(node.isTextual(), path, "must be text", node::textValue);
      case BOOLEAN -> fit(node.isBoolean(), path, "must be true or false", node::booleanValue);
      case INT -> fit(node.isInt(), path, "must be a whole number of 32 bits", node::intValue);
      case LONG ->
          fit(
              node.isIntegralNumber() && node.canConvertToLong(),
              path,
              "must be a whole number",
              node::longValue);
      case DOUBLE -> fit(node.isNumber(), path, "must be a number", node::doubleValue);
      default -> throw new UnfitValueException(path, "cannot be written as JSON");
    };
  }

  private static Object fit(boolean fits, String path, String rule, Supplier<Object> value) {
    require(fits, path, rule);
    return value.get();
  }

  private static String under(String path, String name) {
    return path.isEmpty() ? name : path + '.' + name;
  }

  private static void require(boolean fits, String path, String rule) {
    if (!fits) {
      throw new UnfitValueException(path, rule);
    }
  }
}
