package io.tributary.registry;

import io.tributary.schemas.format.SchemaUnavailableException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.apache.avro.Schema;

/**
 * Schema lookups for readers that must not wait. The first reader begins the question; until its
 * answer every reader gets {@link SchemaUnavailableException}, and has to come again. An id is
 * asked for once at a time.
 */
final class AsyncSchemaLookup implements IntFunction<Schema> {

  /** Life of a failure that no reader has seen; later it may not be true any more. */
  private static final Duration KEPT = Duration.ofMinutes(1);

  private final IntFunction<CompletableFuture<Schema>> schemas;
  private final Map<Integer, CompletableFuture<Schema>> asked = new ConcurrentHashMap<>();

  /**
   * @param schemas begins a question and returns at once
   */
  AsyncSchemaLookup(IntFunction<CompletableFuture<Schema>> schemas) {
    this.schemas = schemas;
  }

  /** The schema of that id, or the failure of the question. */
  @Override
  public Schema apply(int id) {
    CompletableFuture<Schema> answer = asked.computeIfAbsent(id, this::begin);
    if (!answer.isDone()) {
      throw new SchemaUnavailableException("the schema registry is being asked for id " + id, null);
    }
    if (answer.isCompletedExceptionally()) {
      asked.remove(id, answer);
    }
    try {
      return answer.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  private CompletableFuture<Schema> begin(int id) {
    CompletableFuture<Schema> answer = schemas.apply(id);
    var unused =
        answer.whenCompleteAsync(
            (schema, failure) -> {
              if (failure != null) {
                asked.remove(id, answer);
              }
            },
            CompletableFuture.delayedExecutor(KEPT.toMillis(), TimeUnit.MILLISECONDS));
    return answer;
  }
}
