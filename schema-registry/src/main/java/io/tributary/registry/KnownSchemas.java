package io.tributary.registry;

import io.tributary.schemas.framing.SchemaUnavailableException;
import io.tributary.schemas.framing.UndecodableException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;

/**
 * Schemas by id. An id that is not known is asked for once; that there is none is believed after a
 * grace, because replicas of a registry lag, and only for a while. A registry that does not answer
 * is asked for a bounded time.
 */
final class KnownSchemas {

  /** How long one caller waits, and for how long "no such id" is believed. */
  record Patience(Duration unanswered, Duration absent, Duration pause, Duration memory) {

    /** Well under the 30 seconds that a transaction of the processors may take. */
    static final Patience DEFAULT =
        new Patience(
            Duration.ofSeconds(6),
            Duration.ofSeconds(2),
            Duration.ofMillis(200),
            Duration.ofSeconds(30));
  }

  /** So many at most are remembered as absent: who sends garbage must not fill the memory. */
  private static final int MOST_ABSENT = 1_000;

  private final IntFunction<Optional<Schema>> registry;
  private final Patience patience;
  private final Map<Integer, Schema> known = new ConcurrentHashMap<>();
  private final Set<Integer> absent = ConcurrentHashMap.newKeySet();
  private final Executor later;

  /**
   * Asks a registry.
   *
   * @param registry what it has under an id; {@link SchemaUnavailableException} if it does not say
   */
  KnownSchemas(IntFunction<Optional<Schema>> registry, Patience patience) {
    this.registry = registry;
    this.patience = patience;
    this.later =
        CompletableFuture.delayedExecutor(patience.memory().toMillis(), TimeUnit.MILLISECONDS);
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
    if (id < 0 || absent.contains(id)) {
      throw unknown(id);
    }
    Schema found = find(id);
    known.put(id, found);
    return found;
  }

  private Schema find(int id) {
    Duration unanswered = Duration.ZERO;
    Duration missing = Duration.ZERO;
    while (true) {
      try {
        Optional<Schema> found = registry.apply(id);
        if (found.isPresent()) {
          return found.get();
        }
        if (missing.compareTo(patience.absent()) >= 0) {
          remember(id);
          throw unknown(id);
        }
        missing = missing.plus(patience.pause());
      } catch (SchemaUnavailableException e) {
        unanswered = unanswered.plus(patience.pause()).plus(waited(e));
        if (unanswered.compareTo(patience.unanswered()) >= 0) {
          throw e;
        }
      } catch (AvroRuntimeException e) {
        throw new UndecodableException("id " + id + " is of no Avro schema", e);
      }
      pause(id);
    }
  }

  private void pause(int id) {
    LockSupport.parkNanos(patience.pause().toNanos());
    if (Thread.currentThread().isInterrupted()) {
      throw new SchemaUnavailableException("nobody waits for the schema of id " + id, null);
    }
  }

  private static Duration waited(SchemaUnavailableException e) {
    return e.getCause() instanceof TimeoutException ? RegistryConnection.LIMIT : Duration.ZERO;
  }

  private void remember(int id) {
    if (absent.size() < MOST_ABSENT && absent.add(id)) {
      later.execute(() -> absent.remove(id));
    }
  }

  private static UndecodableException unknown(int id) {
    return new UndecodableException("the schema registry has no id " + id, null);
  }
}
