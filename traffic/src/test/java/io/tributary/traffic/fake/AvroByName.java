package io.tributary.traffic.fake;

import io.tributary.traffic.Plain;
import io.tributary.traffic.avro.SingleObject;
import io.tributary.traffic.json.JsonText;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.jspecify.annotations.Nullable;

/** Avro records of plain values with the names of their fields. */
public final class AvroByName {

  private AvroByName() {}

  /** A record of that type. */
  public static GenericRecord of(String type, Map<String, Object> fields) {
    return record(SingleObject.schema(type), fields);
  }

  /** The envelope of a fact that a request brings. */
  public static GenericRecord envelope(String factId, String requestId, Instant acceptedAt) {
    return of(
        "FactEnvelope",
        Map.of(
            "fact_id",
            factId,
            "accepted_at",
            acceptedAt.toEpochMilli(),
            "request_id",
            requestId,
            "caller",
            "fake",
            "producer_version",
            "0"));
  }

  private static GenericRecord record(Schema schema, Map<String, Object> fields) {
    GenericRecordBuilder builder = new GenericRecordBuilder(schema);
    for (Schema.Field field : schema.getFields()) {
      Object value = fields.get(field.name());
      if (value != null && value != Plain.Null.NULL) {
        builder.set(field, value(field.schema(), value));
      }
    }
    return builder.build();
  }

  private static @Nullable Object value(Schema schema, Object value) {
    if (value instanceof GenericRecord) {
      return value;
    }
    return switch (schema.getType()) {
      case UNION -> value(branch(schema, value), value);
      case RECORD ->
          schema.getName().equals("StructuredContent")
              ? record(schema, Map.of("json", json(value)))
              : record(schema, members(value));
      case ENUM -> new GenericData.EnumSymbol(schema, value.toString().toUpperCase(Locale.ROOT));
      case STRING -> value instanceof String ? value : json(value);
      case LONG -> millis(value);
      case ARRAY -> {
        List<Object> list = new ArrayList<>();
        ((List<?>) value).forEach(element -> list.add(value(schema.getElementType(), element)));
        yield list;
      }
      default -> value;
    };
  }

  private static Schema branch(Schema union, Object value) {
    Schema last = union.getTypes().get(union.getTypes().size() - 1);
    Schema first = union.getTypes().get(0);
    return first.getType() == Schema.Type.STRING && value instanceof String ? first : last;
  }

  private static long millis(Object value) {
    if (value instanceof BigDecimal number) {
      return number.longValueExact();
    }
    return value instanceof String time
        ? Instant.parse(time).toEpochMilli()
        : ((Number) value).longValue();
  }

  private static Map<String, Object> members(Object object) {
    Map<String, Object> members = new HashMap<>();
    ((Map<?, ?>) object).forEach((name, value) -> members.put(name.toString(), value));
    return members;
  }

  private static String json(Object value) {
    if (value instanceof Map<?, ?>) {
      JsonText object = new JsonText();
      members(value).forEach((name, member) -> object.raw(name, json(member)));
      return object.toString();
    }
    if (value instanceof List<?> list) {
      return JsonText.array(list.stream().map(AvroByName::json).toList());
    }
    if (value instanceof String text) {
      return JsonText.quoted(text);
    }
    return value == Plain.Null.NULL ? "null" : value.toString();
  }
}
