package io.tributary.e2e.registry;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
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
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.RowType;

/** A table of Flink with the format {@code avro-confluent}, but for that format's HTTP client. */
final class FlinkReader {

  private final AvroRowDataDeserializationSchema format;

  /**
   * A table that is created with these columns.
   *
   * @param registry schemas by id
   */
  static FlinkReader of(DataType columns, IntFunction<Schema> registry) {
    RowType row = (RowType) columns.getLogicalType();
    return new FlinkReader(AvroSchemaConverter.convertToSchema(row, true), row, registry);
  }

  /**
   * A table with all fields of a schema as columns, and the option {@code avro-confluent.schema}.
   */
  static FlinkReader of(Schema schema, IntFunction<Schema> registry) {
    DataType columns = AvroSchemaConverter.convertToDataType(schema.toString());
    return new FlinkReader(schema, (RowType) columns.getLogicalType(), registry);
  }

  private FlinkReader(Schema schema, RowType columns, IntFunction<Schema> registry) {
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
    public void writeSchema(Schema schema, OutputStream out) {
      throw new UnsupportedOperationException();
    }
  }
}
