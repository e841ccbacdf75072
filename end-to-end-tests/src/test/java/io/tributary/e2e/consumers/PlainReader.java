package io.tributary.e2e.consumers;

import io.apicurio.registry.serde.avro.AvroKafkaDeserializer;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.TopicRecord;
import io.tributary.harness.store.Topics;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.Conversions;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;

/**
 * Topics read by programs that are none of Tributary's: Kafka's plain consumer, and for values
 * Avro's generic reader, or the deserializer that Apicurio gives to everybody.
 */
final class PlainReader implements AutoCloseable {

  private final Topics topics;
  private final AvroFiles files = new AvroFiles();
  private final Optional<AvroKafkaDeserializer<GenericRecord>> apicurio;

  PlainReader(Topics topics, Optional<String> registry) {
    this.topics = topics;
    this.apicurio = registry.map(PlainReader::deserializer);
  }

  private static AvroKafkaDeserializer<GenericRecord> deserializer(String registry) {
    AvroKafkaDeserializer<GenericRecord> deserializer = new AvroKafkaDeserializer<>();
    Map<String, Object> settings = new HashMap<>();
    settings.put("apicurio.registry.url", registry + "/apis/registry/v2");
    settings.put("apicurio.registry.use-id", "contentId");
    settings.put("apicurio.registry.id-handler", "io.apicurio.registry.serde.Legacy4ByteIdHandler");
    settings.put("apicurio.registry.headers.enabled", false);
    deserializer.configure(settings, false);
    return deserializer;
  }

  /** Every committed record of these topics now, those of a partition in their order. */
  List<Printed> read(List<String> names) {
    return names.stream()
        .flatMap(name -> topics.read(name).stream())
        .sorted(Comparator.comparingLong(record -> record.raw().offset()))
        .map(record -> Printed.of(record, value(record)))
        .toList();
  }

  private String value(TopicRecord record) {
    byte[] bytes = record.raw().value();
    if (bytes == null) {
      return "null";
    }
    return apicurio
        .map(theirs -> theirs.deserialize(record.raw().topic(), bytes))
        .map(PlainReader::withDecimals)
        .orElseGet(() -> files.decode(bytes))
        .toString();
  }

  /** Apicurio leaves decimals as bytes. */
  private static GenericRecord withDecimals(GenericRecord record) {
    for (Schema.Field field : record.getSchema().getFields()) {
      Object value = record.get(field.pos());
      if (value instanceof GenericRecord inner) {
        withDecimals(inner);
      } else if (value instanceof ByteBuffer bytes) {
        record.put(field.pos(), decimal(field.schema(), bytes));
      }
    }
    return record;
  }

  private static Object decimal(Schema schema, ByteBuffer bytes) {
    List<Schema> types = schema.isUnion() ? schema.getTypes() : List.of(schema);
    Schema decimal =
        types.stream()
            .filter(type -> type.getLogicalType() instanceof LogicalTypes.BigDecimal)
            .findFirst()
            .orElseThrow();
    return new Conversions.BigDecimalConversion()
        .fromBytes(bytes, decimal, decimal.getLogicalType());
  }

  @Override
  public void close() {
    apicurio.ifPresent(AvroKafkaDeserializer::close);
  }
}
