package io.tributary.traffic.avro;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;

/** Fields of generic records. */
public final class Fields {

  private Fields() {}

  /** A field that must be there, as text. */
  public static String text(GenericRecord record, String field) {
    return Objects.requireNonNull(record.get(field), field).toString();
  }

  /** The same in lower case, for symbols of enums. */
  public static String lower(GenericRecord record, String field) {
    return text(record, field).toLowerCase(Locale.ROOT);
  }

  /** A field that may be null, as text. */
  public static @Nullable String textOrNull(GenericRecord record, String field) {
    Object value = record.get(field);
    return value == null ? null : value.toString();
  }

  /** The same as an Optional. */
  public static Optional<String> maybe(GenericRecord record, String field) {
    return Optional.ofNullable(textOrNull(record, field));
  }

  /** A long that must be there. */
  public static long whole(GenericRecord record, String field) {
    return (Long) Objects.requireNonNull(record.get(field), field);
  }

  /** A long that may be null. */
  public static Optional<Long> number(GenericRecord record, String field) {
    return Optional.ofNullable((Long) record.get(field));
  }

  /** A boolean; null is false. */
  public static boolean flag(GenericRecord record, String field) {
    return Boolean.TRUE.equals(record.get(field));
  }

  /** A record within, which must be there. */
  public static GenericRecord inner(GenericRecord record, String field) {
    return (GenericRecord) Objects.requireNonNull(record.get(field), field);
  }

  /** A record within, which may be null. */
  public static @Nullable GenericRecord innerOrNull(GenericRecord record, String field) {
    return (GenericRecord) record.get(field);
  }

  /** An array of records, which must be there. */
  public static List<GenericRecord> records(GenericRecord record, String field) {
    return ((List<?>) Objects.requireNonNull(record.get(field), field))
        .stream().map(GenericRecord.class::cast).toList();
  }

  /** An array that may be null, its elements as texts. */
  public static Optional<List<Object>> texts(GenericRecord record, String field) {
    return Optional.ofNullable((List<?>) record.get(field))
        .map(texts -> texts.stream().<Object>map(Object::toString).toList());
  }

  /** The simple name of a record's type. */
  public static String type(GenericRecord record) {
    return record.getSchema().getName();
  }

  /** Time at which a fact was accepted, epoch milliseconds. */
  public static long acceptedAt(GenericRecord fact) {
    return whole(inner(fact, "envelope"), "accepted_at");
  }

  /** Id of the HTTP request that brought a fact. */
  public static String requestId(GenericRecord fact) {
    return text(inner(fact, "envelope"), "request_id");
  }
}
