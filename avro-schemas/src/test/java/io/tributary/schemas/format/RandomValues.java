package io.tributary.schemas.format;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;

/** Makes values of generated types by their schemas. */
final class RandomValues {

  private static final int MOST_ELEMENTS = 4;

  private final Random random;

  RandomValues(long seed) {
    this.random = new Random(seed);
  }

  SpecificRecordBase record(Schema schema) {
    SpecificRecordBase record =
        (SpecificRecordBase) SpecificData.get().newRecord(new Object(), schema);
    schema.getFields().forEach(field -> record.put(field.pos(), value(field.schema())));
    return record;
  }

  private @Nullable Object value(Schema schema) {
    return switch (schema.getType()) {
      case RECORD -> record(schema);
      case UNION -> value(schema.getTypes().get(random.nextInt(schema.getTypes().size())));
      case ARRAY -> elements(schema.getElementType());
      case MAP -> Map.of("one", Objects.requireNonNull(value(schema.getValueType())));
      case ENUM -> SpecificData.get().createEnum(anyOf(schema.getEnumSymbols()), schema);
      case STRING ->
          anyOf(List.of("", "24:6F:28:AE:52:7C", "größer", "\uD83D\uDE00", "x".repeat(700)));
      case BYTES -> bytes();
      case INT -> random.nextInt();
      case LONG -> random.nextLong() >> random.nextInt(Long.SIZE);
      case BOOLEAN -> random.nextBoolean();
      case NULL -> null;
      default -> throw new IllegalArgumentException("no values of " + schema);
    };
  }

  private List<@Nullable Object> elements(Schema schema) {
    return IntStream.range(0, random.nextInt(MOST_ELEMENTS))
        .<@Nullable Object>mapToObj(i -> value(schema))
        .toList();
  }

  private ByteBuffer bytes() {
    byte[] bytes = new byte[random.nextInt(600)];
    random.nextBytes(bytes);
    return ByteBuffer.wrap(bytes);
  }

  private <T> T anyOf(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}
