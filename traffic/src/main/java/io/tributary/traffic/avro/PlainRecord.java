package io.tributary.traffic.avro;

import io.tributary.traffic.Plain;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;

/**
 * Records as maps that compare by meaning: symbols of enums as text, numbers of any precision as
 * {@link Plain} has them, longs as they are; fields that are null are left out.
 */
public final class PlainRecord {

  private PlainRecord() {}

  /** The fields of a record. */
  public static Map<String, Object> of(GenericRecord record) {
    Map<String, Object> fields = new HashMap<>();
    for (Schema.Field field : record.getSchema().getFields()) {
      Object value = record.get(field.pos());
      if (value != null) {
        fields.put(field.name(), value(value));
      }
    }
    return fields;
  }

  /** The fields of a record but {@code rev}. */
  public static Map<String, Object> withoutRev(GenericRecord record) {
    Map<String, Object> fields = of(record);
    fields.remove("rev");
    return fields;
  }

  private static Object value(Object value) {
    if (value instanceof GenericRecord inner) {
      return of(inner);
    }
    if (value instanceof List<?> list) {
      List<Object> values = new ArrayList<>(list.size());
      list.forEach(element -> values.add(value(element)));
      return values;
    }
    if (value instanceof Map<?, ?> map) {
      Map<String, Object> members = new HashMap<>();
      map.forEach((name, member) -> members.put(name.toString(), value(member)));
      return members;
    }
    if (value instanceof BigDecimal number) {
      return Plain.normal(number);
    }
    return value instanceof Number || value instanceof Boolean ? value : value.toString();
  }
}
