package io.tributary.traffic.avro;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericEnumSymbol;
import org.apache.avro.generic.IndexedRecord;
import org.jspecify.annotations.Nullable;

/**
 * Avro records as sorted maps of their fields but {@code rev} and nulls, so that generic ones and
 * objects of generated classes compare: texts and symbols of enums as String, records as maps,
 * arrays as lists.
 */
public final class PlainRecord {

  private PlainRecord() {}

  /** The fields of a record. */
  public static Map<String, Object> of(IndexedRecord record) {
    Map<String, Object> fields = new TreeMap<>();
    for (Schema.Field field : record.getSchema().getFields()) {
      @Nullable Object value = record.get(field.pos());
      if (value != null && !field.name().equals("rev")) {
        fields.put(field.name(), value(value));
      }
    }
    return fields;
  }

  private static Object value(Object value) {
    if (value instanceof IndexedRecord record) {
      return of(record);
    }
    if (value instanceof Collection<?> array) {
      return array.stream().map(PlainRecord::value).toList();
    }
    return value instanceof CharSequence
            || value instanceof Enum<?>
            || value instanceof GenericEnumSymbol<?>
        ? value.toString()
        : value;
  }
}
