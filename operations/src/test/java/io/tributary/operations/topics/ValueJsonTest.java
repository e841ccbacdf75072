package io.tributary.operations.topics;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.avro.devices.DeviceCommand;
import io.tributary.avro.devices.DeviceReading;
import io.tributary.schemas.format.SingleObjectFormat;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.TopicKind;
import io.tributary.schemas.topic.Topics;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecordBase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ValueJsonTest {

  private static final SingleObjectFormat FRAMING = SingleObjectFormat.ofReleases();
  private static final Schema READING = SpecificData.get().getSchema(DeviceReading.class);
  private static final String GOOD =
      "{\"hardware_id\":\"02:00:5E:00:53:01\",\"timestamp_ms\":1704067800000,"
          + "\"batch_id\":\"b-1\",\"boot_id\":\"7c9e\",\"firmware_version\":\"1.0.16\","
          + "\"sensors\":{\"bme280_temp_c\":\"22.5\"},\"sensor_status\":{\"bme280\":\"ok\"},"
          + "\"received_at_ms\":1704067801000,\"batch_expiration_time_s\":1706659801}";

  private final ValueJson values = new ValueJson();
  private final RecordJson json = new RecordJson(FRAMING);
  private final long seed = System.nanoTime();
  private final Random random = new Random(seed);

  static List<Class<? extends SpecificRecordBase>> shownTypes() {
    return Topics.all().stream()
        .filter(topic -> topic.kind() == TopicKind.FACTS || topic.kind() == TopicKind.RECORDS)
        .<Class<? extends SpecificRecordBase>>map(Topic::requiredValueType)
        .distinct()
        .toList();
  }

  @ParameterizedTest
  @MethodSource("shownTypes")
  void shouldReadPrintedValuesBack(Class<? extends SpecificRecordBase> type) {
    Schema schema = SpecificData.get().getSchema(type);
    for (int i = 0; i < 20; i++) {
      Object made = any(schema);
      byte[] bytes = values.encode(schema, json(made));
      String shown = json.value(bytes).toString();

      assertThat(FRAMING.encode(FRAMING.decode(type, values.encode(schema, shown))))
          .as("seed %d: %s", seed, shown)
          .isEqualTo(bytes);
      assertThat(json.value(values.encode(schema, shown)).toString()).isEqualTo(shown);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"b-1\" | \"b-1\",\"x\":1,\"a\":2        | a is unknown",
        "\"batch_id\":\"b-1\",|                   | batch_id is missing",
        "\"b-1\"| 7                            | batch_id must be text",
        "1704067800000 | 1.5                   | timestamp_ms must be a whole number",
        "1704067800000 | 99999999999999999999  | timestamp_ms must be a whole number",
        "{\"bme280_temp_c\":\"22.5\"} | []         | sensors must be an object",
        "\"22.5\" | \"22.5\", \"bme280_temp_c\":null | must be JSON: Duplicate",
        "\"22.5\" | twenty                      | must be JSON: Unrecognized token"
      })
  void shouldNameTheMemberAndTheRule(String part, String spoiled, String message) {
    String bad = GOOD.replace(part, spoiled == null ? "" : spoiled);

    assertThatThrownBy(() -> values.encode(READING, bad))
        .isInstanceOf(UnfitValueException.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void shouldNameTheTypesThatAMemberMayHave() {
    Schema schema = SpecificData.get().getSchema(DeviceCommand.class);
    String shown = json.value(values.encode(schema, json(any(schema)))).toString();

    assertThatThrownBy(
            () -> values.encode(schema, shown.replaceAll("@type\":\"\\w+", "@type\":\"Other")))
        .hasMessage("change.@type must be one of DeviceRegistration, DeviceRenaming");
  }

  /** A made-up value in the form that is shown, without help of what is tested. */
  private static String json(Object value) {
    if (value instanceof GenericRecord record) {
      StringBuilder object =
          new StringBuilder("{\"@type\":\"" + record.getSchema().getName() + '"');
      record
          .getSchema()
          .getFields()
          .forEach(
              field ->
                  object
                      .append(",\"")
                      .append(field.name())
                      .append("\":")
                      .append(json(record.get(field.pos()))));
      return object.append('}').toString();
    }
    if (value instanceof List<?> items) {
      return '[' + String.join(",", items.stream().map(ValueJsonTest::json).toList()) + ']';
    }
    if (value instanceof Map<?, ?> entries) {
      return '{'
          + String.join(
              ",",
              entries.entrySet().stream()
                  .map(entry -> "\"" + entry.getKey() + "\":" + json(entry.getValue()))
                  .toList())
          + '}';
    }
    if (value instanceof ByteBuffer buffer) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.duplicate().get(bytes);
      return "{\"base64\":\"" + Base64.getEncoder().encodeToString(bytes) + "\"}";
    }
    boolean text = value instanceof String || value instanceof GenericData.EnumSymbol;
    return text ? "\"" + value + '"' : String.valueOf(value);
  }

  private Object any(Schema schema) {
    return switch (schema.getType()) {
      case RECORD -> {
        GenericRecord record = new GenericData.Record(schema);
        schema.getFields().forEach(field -> record.put(field.pos(), any(field.schema())));
        yield record;
      }
      case UNION -> any(schema.getTypes().get(random.nextInt(schema.getTypes().size())));
      case ARRAY ->
          IntStream.range(0, 1 + random.nextInt(3))
              .mapToObj(i -> any(schema.getElementType()))
              .toList();
      case MAP -> Map.of("k" + random.nextInt(10), any(schema.getValueType()));
      case ENUM ->
          new GenericData.EnumSymbol(
              schema, schema.getEnumSymbols().get(random.nextInt(schema.getEnumSymbols().size())));
      case BYTES -> ByteBuffer.wrap(("raw" + random.nextInt()).getBytes(UTF_8));
      case BOOLEAN -> random.nextBoolean();
      case INT -> random.nextInt();
      case LONG -> random.nextLong();
      case NULL -> NULL;
      default -> "text " + random.nextInt();
    };
  }

  private static final Object NULL =
      new Object() {
        @Override
        public String toString() {
          return "null";
        }
      };
}
