package io.tributary.schemas.format;

import io.tributary.schemas.schema.SchemaArchive;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.message.BadHeaderException;
import org.apache.avro.message.BinaryMessageDecoder;
import org.apache.avro.message.SchemaStore;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.avro.util.ClassSecurityValidator;

/**
 * Avro single-object encoding: two marker bytes {@code C3 01}, the schema's 64-bit Rabin
 * fingerprint in little-endian order, the binary value. All released schemas are on the class path,
 * so that no record needs a server.
 */
public final class SingleObjectFormat implements ValueFormat {

  private static final byte[] MARKER = {(byte) 0xC3, 0x01};
  private static final int HEADER_BYTES = 10;
  private static final String GENERATED_TYPES = "io.tributary.avro.";

  /** No value is longer than the largest record; Avro would allocate any length first. */
  private static final String LONGEST = Integer.toString(4 * 1024 * 1024);

  static {
    // Avro reads these once, when its first decoder is made
    System.setProperty("org.apache.avro.limits.bytes.maxLength", LONGEST);
    System.setProperty("org.apache.avro.limits.string.maxLength", LONGEST);
    System.setProperty("org.apache.avro.limits.collectionItems.maxLength", "100000");
    // Avro makes objects only of classes that are trusted, and keeps that list once for the whole
    // JVM
    ClassSecurityValidator.setGlobal(
        ClassSecurityValidator.composite(
            ClassSecurityValidator.getGlobal(),
            type -> type.getName().startsWith(GENERATED_TYPES)));
  }

  private final SchemaStore.Cache writers = new SchemaStore.Cache();
  private final Map<Class<?>, ValueEncoder> encoders = new ConcurrentHashMap<>();
  private final Map<Class<?>, BinaryMessageDecoder<? extends SpecificRecordBase>> decoders =
      new ConcurrentHashMap<>();
  private final Map<Long, BinaryMessageDecoder<GenericRecord>> genericDecoders =
      new ConcurrentHashMap<>();

  public SingleObjectFormat(SchemaArchive archive) {
    archive.everySchema().forEach(writers::addSchema);
  }

  /** The schemas of every release; one instance, read at the first call. */
  public static SingleObjectFormat ofReleases() {
    return OfReleases.FRAMING;
  }

  private static final class OfReleases {
    private static final SingleObjectFormat FRAMING =
        new SingleObjectFormat(SchemaArchive.ofReleases());
  }

  @Override
  public byte[] encode(SpecificRecordBase value) {
    return encoders
        .computeIfAbsent(value.getClass(), type -> new ValueEncoder(headerOf(value), value))
        .encode(value);
  }

  private static byte[] headerOf(SpecificRecordBase value) {
    return ByteBuffer.allocate(HEADER_BYTES)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put(MARKER)
        .putLong(SchemaNormalization.parsingFingerprint64(value.getSchema()))
        .array();
  }

  @Override
  public <V extends SpecificRecordBase> V decode(Class<V> type, byte[] bytes) {
    BinaryMessageDecoder<? extends SpecificRecordBase> decoder =
        decoders.computeIfAbsent(type, key -> decoderOf(type));
    return type.cast(decode(decoder, bytes));
  }

  @Override
  public GenericRecord decodeAny(byte[] bytes) {
    if (bytes.length < HEADER_BYTES) {
      throw new UndecodableException("shorter than a single-object header", null);
    }
    long fingerprint = Long.reverseBytes(ByteBuffer.wrap(bytes).getLong(2));
    BinaryMessageDecoder<GenericRecord> known = genericDecoders.get(fingerprint);
    BinaryMessageDecoder<GenericRecord> decoder =
        known != null ? known : genericDecoderOf(fingerprint);
    genericDecoders.putIfAbsent(fingerprint, decoder);
    return decode(decoder, bytes);
  }

  private <V extends SpecificRecordBase> BinaryMessageDecoder<V> decoderOf(Class<V> type) {
    SpecificData model = SpecificData.getForClass(type);
    return new BinaryMessageDecoder<>(model, model.getSchema(type), writers);
  }

  private BinaryMessageDecoder<GenericRecord> genericDecoderOf(long fingerprint) {
    Schema schema = writers.findByFingerprint(fingerprint);
    if (schema == null) {
      throw new UndecodableException(
          "no released schema has fingerprint " + Long.toHexString(fingerprint), null);
    }
    return new BinaryMessageDecoder<>(GenericData.get(), schema, writers);
  }

  private static <T> T decode(BinaryMessageDecoder<T> decoder, byte[] bytes) {
    try {
      return decoder.decode(bytes);
    } catch (BadHeaderException e) {
      throw new UndecodableException("no single-object header", e);
    } catch (IOException | RuntimeException e) {
      // Avro reports garbage with any exception of its readers
      throw new UndecodableException(describe(e), e);
    }
  }

  private static String describe(Exception e) {
    if (e instanceof BufferUnderflowException) {
      return "the value ends early";
    }
    return "not a value of its schema: "
        + e.getClass().getSimpleName()
        + (e.getMessage() == null ? "" : " " + e.getMessage());
  }
}
