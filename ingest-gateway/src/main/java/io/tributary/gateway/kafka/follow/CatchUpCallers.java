package io.tributary.gateway.kafka.follow;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Callers that wait for the end of a topic: new ones for a look at the end, the others until it is
 * read. Any thread adds and fails new ones; other methods are for the reader's.
 */
final class CatchUpCallers {

  private final Queue<CompletableFuture<Void>> added = new ConcurrentLinkedQueue<>();
  private final List<CompletableFuture<Void>> waiting = new ArrayList<>();

  CompletableFuture<Void> add() {
    CompletableFuture<Void> caller = new CompletableFuture<>();
    added.add(caller);
    return caller;
  }

  boolean areNew() {
    return !added.isEmpty();
  }

  boolean areWaiting() {
    return !waiting.isEmpty();
  }

  void forgetDone() {
    waiting.removeIf(CompletableFuture::isDone);
    added.removeIf(CompletableFuture::isDone);
  }

  /** The end is asked for: later callers wait for the next look. */
  void beginWaiting() {
    for (CompletableFuture<Void> next = added.poll(); next != null; next = added.poll()) {
      waiting.add(next);
    }
  }

  /** The end is not known: all need another look. */
  void beginAgain() {
    added.addAll(waiting);
    waiting.clear();
  }

  /** The end is read. */
  void complete() {
    waiting.forEach(caller -> caller.complete(null));
    waiting.clear();
  }

  void failNew(String cause) {
    for (CompletableFuture<Void> next = added.poll(); next != null; next = added.poll()) {
      next.completeExceptionally(new IllegalStateException(cause));
    }
  }
}
