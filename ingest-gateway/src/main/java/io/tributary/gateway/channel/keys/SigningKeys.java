package io.tributary.gateway.channel.keys;

import com.nimbusds.jose.jwk.JWK;
import io.tributary.runtime.context.Ticker;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keys of a signer, kept for a day. An unknown key has them fetched again, at most every five
 * seconds: senders can name any key. Failed or empty fetches change nothing.
 */
public final class SigningKeys {

  private static final Logger log = LoggerFactory.getLogger(SigningKeys.class);
  private static final Duration KEPT = Duration.ofDays(1);

  /** Pause between two fetches after a failure, or without the key. */
  private static final Duration PAUSE = Duration.ofSeconds(5);

  private final Supplier<CompletableFuture<Map<String, SigningKey>>> source;
  private final Ticker ticker;
  private Optional<Fetched> fetched = Optional.empty();
  private Optional<Long> failedAt = Optional.empty();
  private @Nullable CompletableFuture<Boolean> fetching;

  /**
   * A public key of tokens.
   *
   * @param endorsements channels that it may sign for
   */
  public record SigningKey(JWK key, Set<String> endorsements) {}

  private record Fetched(Map<String, SigningKey> byId, long at) {}

  /** The result of a look-up. */
  public sealed interface Found {

    record Key(SigningKey key) implements Found {}

    record None() implements Found {}

    /** Undecidable at the moment. */
    record Unknown() implements Found {}
  }

  /**
   * Keys, fetched at first use.
   *
   * @param source never blocks nor throws
   */
  public SigningKeys(Supplier<CompletableFuture<Map<String, SigningKey>>> source, Ticker ticker) {
    this.source = source;
    this.ticker = ticker;
  }

  public CompletableFuture<Found> find(String id) {
    CompletableFuture<Boolean> attempt;
    synchronized (this) {
      boolean known = fetched.map(keys -> keys.byId().containsKey(id)).orElse(false);
      if (!isDue(known ? KEPT : PAUSE)) {
        return CompletableFuture.completedFuture(look(id, known || !hasFailed()));
      }
      attempt = fetch();
    }
    return attempt.thenApply(succeeded -> look(id, succeeded));
  }

  private synchronized Found look(String id, boolean certain) {
    Optional<SigningKey> key = fetched.flatMap(keys -> Optional.ofNullable(keys.byId().get(id)));
    if (key.isPresent()) {
      return new Found.Key(key.get());
    }
    return certain && fetched.isPresent() ? new Found.None() : new Found.Unknown();
  }

  private boolean isDue(Duration kept) {
    boolean old = fetched.map(keys -> isOver(keys.at(), kept)).orElse(true);
    return old && failedAt.map(at -> isOver(at, PAUSE)).orElse(true);
  }

  /** True if the last fetch failed: the key may exist. */
  private boolean hasFailed() {
    return failedAt.isPresent();
  }

  private boolean isOver(long since, Duration time) {
    return ticker.nanos() - since >= time.toNanos();
  }

  private CompletableFuture<Boolean> fetch() {
    CompletableFuture<Boolean> running = fetching;
    if (running != null) {
      return running;
    }
    CompletableFuture<Boolean> attempt = new CompletableFuture<>();
    fetching = attempt;
    CompletableFuture<?> unused =
        source.get().whenComplete((keys, failure) -> attempt.complete(took(keys, failure)));
    return attempt;
  }

  private synchronized boolean took(
      @Nullable Map<String, SigningKey> keys, @Nullable Throwable failure) {
    fetching = null;
    // A page without keys is a mistake of its server
    if (keys == null || keys.isEmpty()) {
      log.warn("the keys of tokens cannot be fetched, or there are none", failure);
      failedAt = Optional.of(ticker.nanos());
      return false;
    }
    fetched = Optional.of(new Fetched(keys, ticker.nanos()));
    failedAt = Optional.empty();
    return true;
  }
}
