package io.tributary.traffic.avro;

import io.tributary.traffic.LogRecord;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.avro.util.ClassSecurityValidator;

/** Values of records as objects of their generated classes. Safe for use by many threads. */
public final class Typed {

  private static final int HEADER_BYTES = 10;
  private static final String GENERATED_TYPES = "io.tributary.avro.";
  private static final Map<Class<?>, Reader> READERS = new ConcurrentHashMap<>();

  static {
    // Avro makes objects only of classes that are trusted
    ClassSecurityValidator.setGlobal(
        ClassSecurityValidator.composite(
            ClassSecurityValidator.getGlobal(),
            type -> type.getName().startsWith(GENERATED_TYPES)));
  }

  private Typed() {}

  /** Reader of values that are framed with the present schema of their class. */
  private record Reader(long header, SpecificData model, Schema schema) {

    static Reader of(Class<?> type) {
      SpecificData model = SpecificData.getForClass(type);
      Schema schema = model.getSchema(type);
      return new Reader(SchemaNormalization.parsingFingerprint64(schema), model, schema);
    }
  }

  /**
   * The value of a record of that class, as a processor would take it; empty for a tombstone,
   * garbage, and values of other types.
   */
  public static <V extends SpecificRecordBase> Optional<V> decode(LogRecord record, Class<V> type) {
    ByteBuffer value = record.value();
    if (value == null || value.remaining() < HEADER_BYTES) {
      return Optional.empty();
    }
    byte[] bytes = new byte[value.remaining()];
    value.duplicate().get(bytes);
    Reader reader = READERS.computeIfAbsent(type, Reader::of);
    ByteBuffer header = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    if (header.getShort() != (short) 0x01C3 || header.getLong() != reader.header()) {
      return Optional.empty();
    }
    BinaryDecoder decoder =
        DecoderFactory.get().binaryDecoder(bytes, HEADER_BYTES, bytes.length - HEADER_BYTES, null);
    try {
      V decoded =
          type.cast(
              new SpecificDatumReader<>(reader.schema(), reader.schema(), reader.model())
                  .read(null, decoder));
      return decoder.isEnd() ? Optional.of(decoded) : Optional.empty();
    } catch (IOException | RuntimeException e) {
      // Avro reports garbage with any exception that its readers meet
      return Optional.empty();
    }
  }
}
