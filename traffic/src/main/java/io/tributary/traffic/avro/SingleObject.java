package io.tributary.traffic.avro;

import io.tributary.schemas.topic.Topics;
import io.tributary.traffic.LogRecord;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.avro.Conversions;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificData;

/**
 * Avro's single-object encoding: {@code C3 01}, the schema's 64-bit Rabin fingerprint in
 * little-endian order, the binary value. It knows the schemas of this release's topics and shares
 * no code with the services' framing. Safe for use by many threads.
 */
public final class SingleObject {

  private static final int HEADER_BYTES = 10;
  private static final byte MARKER = (byte) 0xC3;
  private static final byte VERSION = 1;

  private static final GenericData MODEL = new GenericData();
  private static final Map<Long, GenericDatumReader<GenericRecord>> READERS = new HashMap<>();
  private static final Map<String, List<Schema>> NAMED = new HashMap<>();

  static {
    MODEL.addLogicalTypeConversion(new Conversions.BigDecimalConversion());
    Set<String> known = new HashSet<>();
    Topics.all().stream()
        .flatMap(topic -> topic.valueType().stream())
        .forEach(type -> add(SpecificData.get().getSchema(type), known));
  }

  private SingleObject() {}

  /**
   * The value of a record; {@link IllegalArgumentException} when it is not framed, or not by a
   * schema of this release.
   *
   * @param value framed, from position to limit; is not moved
   */
  public static GenericRecord decode(ByteBuffer value) {
    byte[] bytes = new byte[value.remaining()];
    value.duplicate().get(bytes);
    return decode(bytes);
  }

  /** The same of an array. */
  public static GenericRecord decode(byte[] bytes) {
    if (bytes.length < HEADER_BYTES || bytes[0] != MARKER || bytes[1] != VERSION) {
      throw new IllegalArgumentException("no single-object header");
    }
    long fingerprint = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong(2);
    GenericDatumReader<GenericRecord> reader = READERS.get(fingerprint);
    if (reader == null) {
      throw new IllegalArgumentException("unknown fingerprint " + Long.toHexString(fingerprint));
    }
    BinaryDecoder decoder =
        DecoderFactory.get().binaryDecoder(bytes, HEADER_BYTES, bytes.length - HEADER_BYTES, null);
    try {
      GenericRecord value = reader.read(null, decoder);
      if (!decoder.isEnd()) {
        throw new IllegalArgumentException("bytes after the value");
      }
      return value;
    } catch (IOException | RuntimeException e) {
      // Avro reports garbage with any exception that its readers meet
      throw new IllegalArgumentException("no value of its schema", e);
    }
  }

  /**
   * The value of a record of that type, as a processor would take it; empty for a tombstone,
   * garbage, and values of other types.
   *
   * @param type simple name, such as {@code DeviceBatch}
   */
  public static Optional<GenericRecord> decode(LogRecord record, String type) {
    ByteBuffer value = record.value();
    if (value == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(decode(value)).filter(found -> found.getSchema().getName().equals(type));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** The value framed with its own schema. */
  public static byte[] encode(GenericRecord value) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    header.put(MARKER).put(VERSION);
    header.putLong(SchemaNormalization.parsingFingerprint64(value.getSchema()));
    out.writeBytes(header.array());
    BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(out, null);
    try {
      new GenericDatumWriter<GenericRecord>(value.getSchema(), MODEL).write(value, encoder);
    } catch (IOException e) {
      throw new IllegalArgumentException(e);
    }
    return out.toByteArray();
  }

  /**
   * The schema of that simple name, such as {@code DeviceReading}; where several families have one,
   * with the family before it, such as {@code history.PostedMessage}.
   */
  public static Schema schema(String name) {
    List<Schema> found = NAMED.getOrDefault(name, List.of());
    if (found.size() != 1) {
      throw new IllegalArgumentException(found.size() + " schemas are named " + name);
    }
    return found.get(0);
  }

  /** Adds a schema of a topic's values, and those within it. */
  private static void add(Schema schema, Set<String> known) {
    READERS.put(
        SchemaNormalization.parsingFingerprint64(schema),
        new GenericDatumReader<>(schema, schema, MODEL));
    addNames(schema, known);
  }

  private static void addNames(Schema schema, Set<String> known) {
    switch (schema.getType()) {
      case ARRAY -> addNames(schema.getElementType(), known);
      case MAP -> addNames(schema.getValueType(), known);
      case UNION -> schema.getTypes().forEach(each -> addNames(each, known));
      case ENUM -> addName(schema, known);
      case RECORD -> {
        if (addName(schema, known)) {
          schema.getFields().forEach(field -> addNames(field.schema(), known));
        }
      }
      default -> {}
    }
  }

  private static boolean addName(Schema schema, Set<String> known) {
    if (!known.add(schema.getFullName())) {
      return false;
    }
    String namespace = schema.getNamespace();
    String family = namespace.substring(namespace.lastIndexOf('.') + 1);
    for (String name : List.of(schema.getName(), family + '.' + schema.getName())) {
      NAMED.computeIfAbsent(name, none -> new ArrayList<>()).add(schema);
    }
    return true;
  }
}
