package io.tributary.registry;

import io.tributary.schemas.format.SchemaUnavailableException;
import io.tributary.schemas.format.SingleObjectFormat;
import io.tributary.schemas.format.UndecodableException;
import io.tributary.schemas.format.ValueEncoder;
import io.tributary.schemas.format.ValueFormat;
import io.tributary.schemas.schema.SchemaArchive;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.message.RawMessageDecoder;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * The Confluent wire format: a zero byte, the schema's id in the registry as four bytes big-endian,
 * the binary value. Single-object encoding is read as well, so that a pipeline can change between
 * the two; it is also the format of values without a subject, such as states.
 *
 * <p>After {@link #start} only later ids are asked for.
 */
public final class RegistryFormat implements ValueFormat {

  private static final byte MAGIC = 0;
  private static final int HEADER_BYTES = 5;
  private static final Duration START = Duration.ofMinutes(1);
  private static final Executor DAEMON =
      task -> {
        Thread thread = new Thread(task, "schema-registry");
        thread.setDaemon(true);
        thread.start();
      };

  private final SingleObjectFormat plain = SingleObjectFormat.ofReleases();
  private final RegistryClient registry;
  private final List<Subject> subjects;
  private final Map<String, Subject> bySchema;
  private final Set<String> names;
  private final SchemaCache schemas;
  private final IntFunction<Schema> schemaOf;
  private final Map<String, Long> written = new ConcurrentHashMap<>();
  private final Map<Class<?>, ValueEncoder> encoders = new ConcurrentHashMap<>();
  private final Map<Reading, RawMessageDecoder<? extends SpecificRecordBase>> decoders =
      new ConcurrentHashMap<>();
  private final Map<Integer, RawMessageDecoder<GenericRecord>> genericDecoders =
      new ConcurrentHashMap<>();

  private record Reading(Class<?> type, int id) {}

  /** A format for a pipeline with that prefix of topics and subjects; asks nothing yet. */
  public RegistryFormat(RegistryAddress address, String prefix) {
    this(address, prefix, true);
  }

  private RegistryFormat(RegistryAddress address, String prefix, boolean waits) {
    this.registry = new RegistryClient(address);
    this.subjects = Subject.ofCatalogue(prefix);
    this.bySchema =
        subjects.stream()
            .filter(Subject::hasRegistryId)
            .collect(
                Collectors.toMap(
                    subject -> subject.current().getFullName(), subject -> subject, (a, b) -> a));
    this.names =
        SchemaArchive.ofReleases()
            .everySchema()
            .map(Schema::getFullName)
            .collect(Collectors.toUnmodifiableSet());
    this.schemas = new SchemaCache(registry::schemaOf, SchemaCache.Patience.DEFAULT);
    this.schemaOf =
        waits
            ? schemas::of
            : new AsyncSchemaLookup(
                id -> CompletableFuture.supplyAsync(() -> schemas.of(id), DAEMON));
  }

  /**
   * A format for readers that retry by themselves: reading never waits for the registry, and throws
   * {@link SchemaUnavailableException} until it has answered.
   */
  public static RegistryFormat neverWaiting(RegistryAddress address, String prefix) {
    return new RegistryFormat(address, prefix, false);
  }

  /**
   * Learns the ids of all schemas; {@link UnregisteredSchemaException} where a schema for new
   * values is missing, {@link SchemaUnavailableException} where the registry does not answer
   * everything within a minute.
   */
  public SchemaIds start() {
    return start(START);
  }

  SchemaIds start(Duration limit) {
    CompletableFuture<Void> over =
        new CompletableFuture<Void>()
            .completeOnTimeout(null, limit.toMillis(), TimeUnit.MILLISECONDS);
    SchemaIds found =
        SchemaIds.of(
            subjects,
            (subject, schema) -> {
              if (over.isDone()) {
                throw registry.unavailable(
                    "has not answered everything within " + limit.toSeconds() + " seconds", null);
              }
              return registry.idOf(subject, schema);
            });
    List<String> missing = new ArrayList<>();
    for (Subject subject : subjects) {
      for (Schema version : subject.versions()) {
        found.of(subject, version).ifPresent(id -> schemas.add(Math.toIntExact(id), version));
      }
      found
          .of(subject, subject.current())
          .ifPresentOrElse(
              id -> written.put(subject.name(), id), () -> missing.add(describe(subject)));
    }
    if (!missing.isEmpty()) {
      throw new UnregisteredSchemaException(missing);
    }
    return found;
  }

  /**
   * {@inheritDoc}
   *
   * <p>Before {@link #start}, the first value of each type asks for its id.
   */
  @Override
  public byte[] encode(SpecificRecordBase value) {
    Subject subject = bySchema.get(value.getSchema().getFullName());
    return subject == null
        ? plain.encode(value)
        : encoders
            .computeIfAbsent(value.getClass(), type -> new ValueEncoder(headerOf(subject), value))
            .encode(value);
  }

  @Override
  public <V extends SpecificRecordBase> V decode(Class<V> type, byte[] bytes) {
    if (!hasRegistryId(bytes)) {
      return plain.decode(type, bytes);
    }
    int id = ByteBuffer.wrap(bytes).getInt(1);
    RawMessageDecoder<? extends SpecificRecordBase> decoder = decoders.get(new Reading(type, id));
    if (decoder == null) {
      decoder = decoderOf(type, id);
      decoders.put(new Reading(type, id), decoder);
    }
    return type.cast(decode(decoder, bytes));
  }

  @Override
  public GenericRecord decodeAny(byte[] bytes) {
    if (!hasRegistryId(bytes)) {
      return plain.decodeAny(bytes);
    }
    int id = ByteBuffer.wrap(bytes).getInt(1);
    RawMessageDecoder<GenericRecord> decoder = genericDecoders.get(id);
    if (decoder == null) {
      decoder = genericDecoderOf(id);
      genericDecoders.put(id, decoder);
    }
    return decode(decoder, bytes);
  }

  /** True of the Confluent wire format; the single-object encoding's first byte is another. */
  static boolean hasRegistryId(byte[] bytes) {
    return bytes.length >= HEADER_BYTES && bytes[0] == MAGIC;
  }

  private byte[] headerOf(Subject subject) {
    long id = written.computeIfAbsent(subject.name(), name -> writtenIn(subject));
    return ByteBuffer.allocate(HEADER_BYTES).put(MAGIC).putInt(Math.toIntExact(id)).array();
  }

  private long writtenIn(Subject subject) {
    return registry
        .idOf(subject.name(), subject.current())
        .orElseThrow(() -> new UnregisteredSchemaException(List.of(describe(subject))));
  }

  private static String describe(Subject subject) {
    return subject.current().getFullName() + " (subject " + subject.name() + ')';
  }

  private <V extends SpecificRecordBase> RawMessageDecoder<V> decoderOf(Class<V> type, int id) {
    Schema writer = schemaOf.apply(id);
    SpecificData model = SpecificData.getForClass(type);
    Schema reader = model.getSchema(type);
    boolean same =
        writer.getType() == Schema.Type.RECORD && writer.getFullName().equals(reader.getFullName());
    if (!same) {
      throw new UndecodableException(
          "id " + id + " is of " + writer.getFullName() + ", not of " + reader.getFullName(), null);
    }
    return new RawMessageDecoder<>(model, writer, reader);
  }

  private RawMessageDecoder<GenericRecord> genericDecoderOf(int id) {
    Schema writer = schemaOf.apply(id);
    if (writer.getType() != Schema.Type.RECORD || !names.contains(writer.getFullName())) {
      throw new UndecodableException(
          "id " + id + " is of " + writer.getFullName() + ", which no release had", null);
    }
    return new RawMessageDecoder<>(GenericData.get(), writer);
  }

  private static <T> T decode(RawMessageDecoder<T> decoder, byte[] bytes) {
    try {
      return decoder.decode(ByteBuffer.wrap(bytes, HEADER_BYTES, bytes.length - HEADER_BYTES));
    } catch (IOException | RuntimeException e) {
      // Avro reports garbage with any exception of its readers
      throw new UndecodableException(
          "not a value of its schema: " + e.getClass().getSimpleName(), e);
    }
  }

  @Override
  public String toString() {
    return "wire format of " + registry;
  }
}
