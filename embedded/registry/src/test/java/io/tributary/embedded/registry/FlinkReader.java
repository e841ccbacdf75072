package io.tributary.embedded.registry;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.IntFunction;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.apache.flink.formats.avro.AvroRowDataDeserializationSchema;
import org.apache.flink.formats.avro.AvroToRowDataConverters;
import org.apache.flink.formats.avro.RegistryAvroDeserializationSchema;
import org.apache.flink.formats.avro.SchemaCoder;
import org.apache.flink.formats.avro.typeutils.AvroSchemaConverter;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;

/** A table of Flink with the format {@code avro-confluent}, but for that format's HTTP client. */
final class FlinkReader {

  private final RowType columns;
  private final AvroRowDataDeserializationSchema format;

  /**
   * A table with all fields of a schema as columns.
   *
   * @param schema as the table's option {@code avro-confluent.schema} gives it
   * @param registry schemas by id
   */
  FlinkReader(Schema schema, IntFunction<Schema> registry) {
    columns = (RowType) AvroSchemaConverter.convertToDataType(schema.toString()).getLogicalType();
    format =
        new AvroRowDataDeserializationSchema(
            new RegistryAvroDeserializationSchema<>(
                GenericRecord.class, schema, () -> new Coder(registry)),
            AvroToRowDataConverters.createRowConverter(columns),
            InternalTypeInfo.of(columns));
  }

  RowData read(byte[] value) throws IOException {
    return format.deserialize(value);
  }

  int column(String name) {
    return columns.getFieldIndex(name);
  }

  private record Coder(IntFunction<Schema> registry) implements SchemaCoder {

    @Override
    public Schema readSchema(InputStream in) throws IOException {
      DataInputStream header = new DataInputStream(in);
      if (header.readByte() != 0) {
        throw new IOException("not in the Confluent wire format");
      }
      return registry.apply(header.readInt());
    }

    @Override
    public void writeSchema(Schema schema, java.io.OutputStream out) {
      throw new UnsupportedOperationException();
    }
  }
}
