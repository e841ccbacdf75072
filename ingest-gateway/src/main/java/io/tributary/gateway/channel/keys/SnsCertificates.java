package io.tributary.gateway.channel.keys;

import io.tributary.runtime.context.Ticker;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Certificates of SNS by address, kept for good. A failed fetch is not repeated for some seconds.
 */
public final class SnsCertificates {

  private static final int MOST_FETCHING = 16;
  private static final int MOST_ATTEMPTS = 1024;
  private static final Duration PAUSE = Duration.ofSeconds(5);

  private final Function<URI, CompletableFuture<byte[]>> pages;
  private final Ticker ticker;
  private final Map<URI, byte[]> kept = new ConcurrentHashMap<>();

  /** Fetches under way or failed, the oldest first. */
  private final Map<URI, Attempt> attempts = new LinkedHashMap<>();

  private int fetching;

  private record Attempt(CompletableFuture<byte[]> page, long at) {}

  /**
   * Certificates, fetched at first use.
   *
   * @param pages never blocks nor throws
   */
  public SnsCertificates(Function<URI, CompletableFuture<byte[]>> pages, Ticker ticker) {
    this.pages = pages;
    this.ticker = ticker;
  }

  Optional<byte[]> find(URI address) {
    return Optional.ofNullable(kept.get(address));
  }

  /** Fetches a certificate, which {@link #find} then knows; the future fails without it. */
  synchronized CompletableFuture<byte[]> fetch(URI address) {
    byte[] known = kept.get(address);
    if (known != null) {
      return CompletableFuture.completedFuture(known);
    }
    Attempt last = attempts.get(address);
    if (last != null && !isOver(last)) {
      return last.page();
    }
    if (fetching >= MOST_FETCHING) {
      return CompletableFuture.failedFuture(
          new IOException("too many certificates are fetched at once"));
    }
    fetching++;
    CompletableFuture<byte[]> page =
        pages.apply(address).whenComplete((bytes, failure) -> took(address, bytes));
    attempts.remove(address);
    if (!kept.containsKey(address)) {
      attempts.put(address, new Attempt(page, ticker.nanos()));
    }
    attempts.keySet().stream()
        .limit(Math.max(0, attempts.size() - MOST_ATTEMPTS))
        .toList()
        .forEach(attempts::remove);
    return page;
  }

  private boolean isOver(Attempt attempt) {
    return attempt.page().isDone() && ticker.nanos() - attempt.at() >= PAUSE.toNanos();
  }

  private synchronized void took(URI address, byte @Nullable [] bytes) {
    fetching--;
    if (bytes != null) {
      kept.put(address, bytes);
      attempts.remove(address);
    }
  }
}
