package io.tributary.schemas.format;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.apache.avro.Schema;
import org.apache.avro.io.DatumWriter;
import org.apache.avro.io.Encoder;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;

/**
 * Writer for values of one schema: Avro's bytes, but all decisions by the schema alone are made
 * once. Avro's own writer searches the union's branch and the conversion for every value, at
 * several times the cost.
 */
@FunctionalInterface
interface ValueWriter {

  void write(@Nullable Object value, Encoder out) throws IOException;

  /** The writer of a schema that does not contain itself, for generated types of that model. */
  static ValueWriter of(Schema schema, SpecificData model) {
    return switch (schema.getType()) {
      case RECORD -> record(schema, model);
      case ARRAY -> array(of(schema.getElementType(), model));
      case UNION -> union(schema, model);
      case STRING -> (value, out) -> out.writeString((String) present(value));
      case LONG -> (value, out) -> out.writeLong((Long) present(value));
      default -> avros(schema, model);
    };
  }

  private static ValueWriter avros(Schema schema, SpecificData model) {
    @SuppressWarnings("unchecked") // the model's writers take whatever the schema describes
    DatumWriter<@Nullable Object> writer =
        (DatumWriter<@Nullable Object>) model.createDatumWriter(schema);
    return writer::write;
  }

  private static ValueWriter record(Schema schema, SpecificData model) {
    ValueWriter[] fields =
        schema.getFields().stream()
            .map(field -> of(field.schema(), model))
            .toArray(ValueWriter[]::new);
    return (value, out) -> {
      SpecificRecordBase record = (SpecificRecordBase) present(value);
      for (int i = 0; i < fields.length; i++) {
        fields[i].write(record.get(i), out);
      }
    };
  }

  private static ValueWriter array(ValueWriter element) {
    return (value, out) -> {
      Collection<?> elements = (Collection<?>) present(value);
      out.writeArrayStart();
      out.setItemCount(elements.size());
      for (Object next : elements) {
        out.startItem();
        element.write(next, out);
      }
      out.writeArrayEnd();
    };
  }

  /** Decides the branch at once for the union of one type and null. */
  private static ValueWriter union(Schema schema, SpecificData model) {
    List<Schema> branches = schema.getTypes();
    int absent = branches.get(0).getType() == Schema.Type.NULL ? 0 : 1;
    if (branches.size() != 2 || branches.get(absent).getType() != Schema.Type.NULL) {
      return avros(schema, model);
    }
    ValueWriter present = of(branches.get(1 - absent), model);
    return (value, out) -> {
      if (value == null) {
        out.writeIndex(absent);
      } else {
        out.writeIndex(1 - absent);
        present.write(value, out);
      }
    };
  }

  private static Object present(@Nullable Object value) {
    return Objects.requireNonNull(value, "null where the schema has no null");
  }
}
