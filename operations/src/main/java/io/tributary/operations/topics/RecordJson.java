package io.tributary.operations.topics;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.schemas.format.UndecodableException;
import io.tributary.schemas.format.ValueFormat;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collection;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;

/**
 * JSON of records. A value of an unknown schema is its bytes in base64; bytes within a value are
 * the value in them, or text.
 */
public record RecordJson(ValueFormat format) {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final ObjectMapper JSON = new ObjectMapper();

  /** One line of JSON; without time and headers for a record that has no time. */
  public String line(ConsumerRecord<byte[], byte[]> record) {
    ObjectNode line = NODES.objectNode();
    line.put("topic", record.topic());
    line.put("partition", record.partition());
    line.put("offset", record.offset());
    boolean whole = record.timestampType() != TimestampType.NO_TIMESTAMP_TYPE;
    if (whole) {
      line.put("timestamp", record.timestamp());
    }
    line.put("key", text(record.key()));
    if (whole) {
      ObjectNode headers = line.putObject("headers");
      record.headers().forEach(header -> headers.put(header.key(), text(header.value())));
    }
    line.set("value", value(record.value()));
    try {
      return JSON.writeValueAsString(line);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A value as JSON, or its bytes in base64 without a known schema. */
  public JsonNode value(byte @Nullable [] bytes) {
    if (bytes == null) {
      return NODES.nullNode();
    }
    try {
      return node(format.decodeAny(bytes));
    } catch (UndecodableException e) {
      return base64(bytes);
    }
  }

  private JsonNode node(@Nullable Object value) {
    if (value == null) {
      return NODES.nullNode();
    }
    if (value instanceof GenericRecord record) {
      ObjectNode object = NODES.objectNode();
      for (Schema.Field field : record.getSchema().getFields()) {
        object.set(field.name(), member(field.schema(), record.get(field.pos())));
      }
      return object;
    }
    if (value instanceof Collection<?> items) {
      return NODES.arrayNode().addAll(items.stream().map(this::node).toList());
    }
    if (value instanceof Map<?, ?> entries) {
      SortedMap<String, JsonNode> sorted = new TreeMap<>();
      entries.forEach((key, entry) -> sorted.put(String.valueOf(key), node(entry)));
      return NODES.objectNode().setAll(sorted);
    }
    return scalar(value);
  }

  /** A value of a union names its type. */
  private JsonNode member(Schema schema, @Nullable Object value) {
    boolean ambiguous =
        schema.isUnion()
            && schema.getTypes().stream().filter(t -> t.getType() == Schema.Type.RECORD).count()
                > 1;
    return ambiguous && value instanceof GenericRecord record ? named(record) : node(value);
  }

  private ObjectNode named(GenericRecord record) {
    ObjectNode named = NODES.objectNode();
    named.put("@type", record.getSchema().getName());
    return named.setAll((ObjectNode) node(record));
  }

  private JsonNode scalar(Object value) {
    if (value instanceof Long || value instanceof Integer) {
      return NODES.numberNode(((Number) value).longValue());
    }
    if (value instanceof Number number) {
      return NODES.numberNode(number.doubleValue());
    }
    if (value instanceof Boolean flag) {
      return NODES.booleanNode(flag);
    }
    if (value instanceof ByteBuffer buffer) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.duplicate().get(bytes);
      return within(bytes);
    }
    return NODES.textNode(value.toString());
  }

  /** Bytes within a value: mostly another record's value or header. */
  private JsonNode within(byte[] bytes) {
    try {
      return named(format.decodeAny(bytes));
    } catch (UndecodableException e) {
      return textOrBase64(bytes);
    }
  }

  private static JsonNode textOrBase64(byte[] bytes) {
    try {
      return NODES.textNode(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException e) {
      return base64(bytes);
    }
  }

  private static JsonNode base64(byte[] bytes) {
    return NODES.objectNode().put("base64", Base64.getEncoder().encodeToString(bytes));
  }

  private static @Nullable String text(byte @Nullable [] bytes) {
    return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
  }
}
