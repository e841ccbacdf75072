package io.tributary.registry;

import io.tributary.schemas.format.SchemaUnavailableException;
import io.tributary.schemas.format.UndecodableException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Schemas by id, asked for once. An id counts as absent after a grace, because replicas of a
 * registry lag, and only for a while. Meanwhile no other id gets a grace: many garbage ids would
 * delay later records by as many graces. Questions without an answer end after a bounded time.
 */
final class SchemaCache {

  /** Port: time that only moves forward. */
  @FunctionalInterface
  interface Timer {

    /** True after so much time. */
    BooleanSupplier start(Duration time);
  }

  /**
   * Times of a caller.
   *
   * @param asking time in which questions are begun
   * @param absent time for which the registry must deny an id
   * @param pause between two questions
   * @param memory time for which an id counts as absent
   */
  record Patience(Duration asking, Duration absent, Duration pause, Duration memory) {

    /** Six seconds with the last question, well under the 30 of a processors' transaction. */
    static final Patience DEFAULT =
        new Patience(
            Duration.ofSeconds(6).minus(RegistryClient.LIMIT),
            Duration.ofSeconds(2),
            Duration.ofMillis(200),
            Duration.ofSeconds(30));
  }

  /** Limit of remembered absent ids: garbage must not fill the memory. */
  private static final int MOST_ABSENT = 1_000;

  private final IntFunction<Optional<Schema>> registry;
  private final Patience patience;
  private final Timer timer;
  private final Map<Integer, Schema> known = new ConcurrentHashMap<>();

  /** Absent ids, each with the end of that belief. */
  private final Map<Integer, BooleanSupplier> absent = new ConcurrentHashMap<>();

  /**
   * @param registry throws {@link SchemaUnavailableException} without an answer
   */
  SchemaCache(IntFunction<Optional<Schema>> registry, Patience patience, Timer timer) {
    this.registry = registry;
    this.patience = patience;
    this.timer = timer;
  }

  /** A cache with the JVM's timers. */
  SchemaCache(IntFunction<Optional<Schema>> registry, Patience patience) {
    this(registry, patience, SchemaCache::timed);
  }

  private static BooleanSupplier timed(Duration time) {
    return new CompletableFuture<Boolean>()
            .completeOnTimeout(true, time.toNanos(), TimeUnit.NANOSECONDS)
        ::isDone;
  }

  /** Adds a schema without a question. */
  void add(int id, Schema schema) {
    known.put(id, schema);
  }

  /**
   * The schema of that id. {@link UndecodableException} for an absent one or one that is not
   * Avro's; {@link SchemaUnavailableException} without an answer.
   */
  Schema of(int id) {
    Schema schema = known.get(id);
    if (schema != null) {
      return schema;
    }
    absent.values().removeIf(BooleanSupplier::getAsBoolean);
    if (id < 0 || absent.containsKey(id)) {
      throw unknown(id);
    }
    Schema found = find(id);
    known.put(id, found);
    return found;
  }

  private Schema find(int id) {
    BooleanSupplier over = timer.start(patience.asking());
    @Nullable BooleanSupplier believed = absent.isEmpty() ? null : () -> true;
    SchemaUnavailableException last;
    do {
      last = new SchemaUnavailableException("replicas of the registry may not know " + id, null);
      try {
        Optional<Schema> found = registry.apply(id);
        if (found.isPresent()) {
          return found.get();
        }
        believed = believed == null ? timer.start(patience.absent()) : believed;
        if (believed.getAsBoolean()) {
          remember(id);
          throw unknown(id);
        }
      } catch (SchemaUnavailableException e) {
        last = e;
      } catch (AvroRuntimeException e) {
        throw new UndecodableException("id " + id + " is of no Avro schema", e);
      }
      pause(id);
    } while (!over.getAsBoolean());
    throw last;
  }

  private void pause(int id) {
    LockSupport.parkNanos(patience.pause().toNanos());
    if (Thread.currentThread().isInterrupted()) {
      throw new SchemaUnavailableException("no reader waits for the schema of id " + id, null);
    }
  }

  private void remember(int id) {
    if (absent.size() < MOST_ABSENT) {
      absent.put(id, timer.start(patience.memory()));
    }
  }

  private static UndecodableException unknown(int id) {
    return UndecodableException.ofUnknownSchema("the schema registry has no id " + id);
  }
}
