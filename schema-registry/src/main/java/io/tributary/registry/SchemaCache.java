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
 * Schemas by id. One that is not known is asked for, and known from then on. That there is none is
 * believed after a grace, because replicas of a registry lag, and only for a while. While anything
 * was believed so, nothing else gets a grace: many such ids at once, which are garbage, would hold
 * up what follows them for as many graces. A registry that does not answer is asked for a bounded
 * time.
 */
final class SchemaCache {

  /** Port: time that only moves forward. */
  @FunctionalInterface
  interface Timer {

    /** True once so much time has passed from now on. */
    BooleanSupplier after(Duration time);
  }

  /**
   * How long one caller waits, and for how long "no such id" is believed.
   *
   * @param asking the time in which questions are begun; each takes as long as the registry lets it
   * @param absent for how long it must be said that there is none
   * @param pause between two questions
   * @param memory how long it is believed then
   */
  record Patience(Duration asking, Duration absent, Duration pause, Duration memory) {

    /**
     * Six seconds with the last question, well under the 30 that a transaction of the processors
     * may take.
     */
    static final Patience DEFAULT =
        new Patience(
            Duration.ofSeconds(6).minus(RegistryClient.LIMIT),
            Duration.ofSeconds(2),
            Duration.ofMillis(200),
            Duration.ofSeconds(30));
  }

  /** So many at most are remembered as absent: who sends garbage must not fill the memory. */
  private static final int MOST_ABSENT = 1_000;

  private final IntFunction<Optional<Schema>> registry;
  private final Patience patience;
  private final Timer timer;
  private final Map<Integer, Schema> known = new ConcurrentHashMap<>();

  /** What is believed not to be there, and whether it has been for long enough. */
  private final Map<Integer, BooleanSupplier> absent = new ConcurrentHashMap<>();

  /**
   * Asks a registry.
   *
   * @param registry what it has under an id; {@link SchemaUnavailableException} if it does not say
   */
  SchemaCache(IntFunction<Optional<Schema>> registry, Patience patience, Timer timer) {
    this.registry = registry;
    this.patience = patience;
    this.timer = timer;
  }

  /** The same by the JVM's timers. */
  SchemaCache(IntFunction<Optional<Schema>> registry, Patience patience) {
    this(registry, patience, SchemaCache::timed);
  }

  private static BooleanSupplier timed(Duration time) {
    return new CompletableFuture<Boolean>()
            .completeOnTimeout(true, time.toNanos(), TimeUnit.NANOSECONDS)
        ::isDone;
  }

  /** Knows one more, without asking. */
  void add(int id, Schema schema) {
    known.put(id, schema);
  }

  /**
   * The schema of that id. {@link UndecodableException} where there is none or it is not Avro's;
   * {@link SchemaUnavailableException} where nobody says.
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
    BooleanSupplier over = timer.after(patience.asking());
    @Nullable BooleanSupplier believed = absent.isEmpty() ? null : () -> true;
    SchemaUnavailableException last;
    do {
      last = new SchemaUnavailableException("replicas of the registry may not know " + id, null);
      try {
        Optional<Schema> found = registry.apply(id);
        if (found.isPresent()) {
          return found.get();
        }
        believed = believed == null ? timer.after(patience.absent()) : believed;
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
      absent.put(id, timer.after(patience.memory()));
    }
  }

  private static UndecodableException unknown(int id) {
    return UndecodableException.ofUnknownSchema("the schema registry has no id " + id);
  }
}
