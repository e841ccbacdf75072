package io.tributary.harness.store;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;
import org.apache.avro.generic.GenericRecord;

/** What stands in generic records. */
public final class Fields {

  private Fields() {}

  /** A field that must be there. */
  public static String text(GenericRecord record, String field) {
    return Objects.requireNonNull(record.get(field), field).toString();
  }

  /** A long that may be null. */
  public static Optional<Long> number(GenericRecord record, String field) {
    return Optional.ofNullable((Long) record.get(field));
  }

  /** A record within, which must be there. */
  public static GenericRecord inner(GenericRecord record, String field) {
    return (GenericRecord) Objects.requireNonNull(record.get(field), field);
  }

  /** When a fact was accepted, in epoch milliseconds. */
  public static long acceptedAt(GenericRecord fact) {
    return (Long) Objects.requireNonNull(inner(fact, "envelope").get("accepted_at_ms"));
  }

  /** Bytes as text. */
  public static String utf8(GenericRecord record, String name) {
    ByteBuffer bytes = (ByteBuffer) Objects.requireNonNull(record.get(name), name);
    return StandardCharsets.UTF_8.decode(bytes.duplicate()).toString();
  }
}
