package io.tributary.e2e.outreach;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.apache.avro.generic.GenericRecord;

/** What stands in generic records. */
final class Fields {

  private Fields() {}

  /** A field that must be there. */
  static String text(GenericRecord record, String field) {
    return Objects.requireNonNull(record.get(field), field).toString();
  }

  /** The same of an enum, in lower case. */
  static String lower(GenericRecord record, String field) {
    return text(record, field).toLowerCase(Locale.ROOT);
  }

  /** A field that may be null, as text. */
  static Optional<String> maybe(GenericRecord record, String field) {
    return Optional.ofNullable(record.get(field)).map(Object::toString);
  }

  static Optional<Long> number(GenericRecord record, String field) {
    return Optional.ofNullable((Long) record.get(field));
  }

  static boolean flag(GenericRecord record, String field) {
    return Boolean.TRUE.equals(record.get(field));
  }

  static GenericRecord inner(GenericRecord record, String field) {
    return (GenericRecord) Objects.requireNonNull(record.get(field), field);
  }

  static Optional<List<Object>> texts(GenericRecord record, String field) {
    return Optional.ofNullable((List<?>) record.get(field))
        .map(texts -> texts.stream().<Object>map(Object::toString).toList());
  }

  /** When a fact was accepted, in epoch milliseconds. */
  static long acceptedAt(GenericRecord fact) {
    return (Long) Objects.requireNonNull(inner(fact, "envelope").get("accepted_at"));
  }
}
