package io.tributary.registry;

import io.tributary.schemas.framing.SchemaUnavailableException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.apache.avro.Schema;

/**
 * A registry for those who must not wait for it: the first to come begins the question, and whoever
 * comes before it is answered is sent away with {@link SchemaUnavailableException}, to come again.
 * However many come for an id, it is asked for once at a time.
 */
final class PendingAnswers implements IntFunction<Optional<Schema>> {

  /** For how long an answer waits for somebody to come: what is older may not be true any more. */
  private static final Duration FRESH = Duration.ofSeconds(10);

  private final IntFunction<CompletableFuture<Optional<Schema>>> registry;
  private final Map<Integer, CompletableFuture<Optional<Schema>>> asked = new ConcurrentHashMap<>();

  /**
   * Asks nothing yet.
   *
   * @param registry begins a question, and returns at once
   */
  PendingAnswers(IntFunction<CompletableFuture<Optional<Schema>>> registry) {
    this.registry = registry;
  }

  @Override
  public Optional<Schema> apply(int id) {
    CompletableFuture<Optional<Schema>> answer = asked.computeIfAbsent(id, this::begin);
    if (!answer.isDone()) {
      throw new SchemaUnavailableException("the schema registry is being asked for id " + id, null);
    }
    asked.remove(id, answer);
    try {
      return answer.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  private CompletableFuture<Optional<Schema>> begin(int id) {
    CompletableFuture<Optional<Schema>> answer = registry.apply(id);
    var unused =
        answer.whenCompleteAsync(
            (schema, failure) -> asked.remove(id, answer),
            CompletableFuture.delayedExecutor(FRESH.toMillis(), TimeUnit.MILLISECONDS));
    return answer;
  }
}
