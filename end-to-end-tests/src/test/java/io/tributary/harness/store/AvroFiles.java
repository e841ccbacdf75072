package io.tributary.harness.store;

import io.tributary.harness.process.Launcher;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.SchemaParser;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;

/**
 * Single-object encoding by the book: {@code C3 01}, the Rabin fingerprint in little-endian order,
 * the binary value. The schemas are read as files.
 */
public final class AvroFiles {

  private static final Path FOLDER = Launcher.ROOT.resolve("avro-schemas/src/main/avro");
  private static final int HEADER = 10;

  private final Map<String, List<Schema>> byName = new HashMap<>();
  private final Map<Long, Schema> byFingerprint = new HashMap<>();

  public AvroFiles() {
    SchemaParser parser = new SchemaParser();
    try (Stream<Path> files = Files.walk(FOLDER)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".avsc")).toList()) {
        parser.parse(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    for (Schema schema : parser.getParsedNamedSchemas()) {
      for (String name : List.of(schema.getName(), familyName(schema))) {
        byName.computeIfAbsent(name, none -> new ArrayList<>()).add(schema);
      }
      byFingerprint.put(SchemaNormalization.parsingFingerprint64(schema), schema);
    }
  }

  /**
   * The schema of that simple name, such as {@code DeviceReading}; where several families have one
   * of that name, with the family's before it, such as {@code history.PostedMessage}.
   */
  public Schema schema(String name) {
    List<Schema> named = byName.getOrDefault(name, List.of());
    if (named.size() != 1) {
      throw new AssertionError(named.size() + " schemas " + name + " under " + FOLDER);
    }
    return named.get(0);
  }

  private static String familyName(Schema schema) {
    String namespace = schema.getNamespace();
    return namespace.substring(namespace.lastIndexOf('.') + 1) + "." + schema.getName();
  }

  /** Reads a value; fails when it is not framed, or not by a schema of the folder. */
  public GenericRecord decode(byte[] bytes) {
    ByteBuffer header = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    if (bytes.length < HEADER || bytes[0] != (byte) 0xC3 || bytes[1] != 1) {
      throw new AssertionError("no single-object header");
    }
    Schema schema = byFingerprint.get(header.getLong(2));
    if (schema == null) {
      throw new AssertionError("unknown fingerprint " + Long.toHexString(header.getLong(2)));
    }
    BinaryDecoder decoder =
        DecoderFactory.get().binaryDecoder(bytes, HEADER, bytes.length - HEADER, null);
    try {
      GenericRecord value = new GenericDatumReader<GenericRecord>(schema).read(null, decoder);
      if (!decoder.isEnd()) {
        throw new AssertionError("bytes after the value");
      }
      return value;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Frames a value as its own schema says. */
  public byte[] encode(GenericRecord value) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteBuffer header = ByteBuffer.allocate(HEADER).order(ByteOrder.LITTLE_ENDIAN);
    header.put((byte) 0xC3).put((byte) 1);
    header.putLong(SchemaNormalization.parsingFingerprint64(value.getSchema()));
    out.writeBytes(header.array());
    BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(out, null);
    try {
      new GenericDatumWriter<GenericRecord>(value.getSchema()).write(value, encoder);
      encoder.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }
}
