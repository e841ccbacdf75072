package io.tributary.sink.consume;

import io.tributary.schemas.deadletter.Failure;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.errors.InterruptException;

/** Results of writes on their way from the writers to the consumer's thread. */
final class CompletionQueue {

  private final BlockingQueue<Runnable> ends = new LinkedBlockingQueue<>();

  void finished(PendingRecord pending, Optional<Failure> failure) {
    ends.add(() -> pending.finish(failure));
  }

  void superseded(PendingRecord pending) {
    ends.add(pending::supersede);
  }

  /** Throws on the consumer's thread. */
  void broken(Throwable cause) {
    ends.add(
        () -> {
          throw new IllegalStateException("a writer failed", cause);
        });
  }

  /** Applies the results that are here. */
  void settle() {
    for (Runnable end = ends.poll(); end != null; end = ends.poll()) {
      end.run();
    }
  }

  /** Waits for a result at most so long, then applies all that are here. */
  void settle(Duration wait) {
    try {
      Runnable end = ends.poll(wait.toMillis(), TimeUnit.MILLISECONDS);
      if (end != null) {
        end.run();
      }
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
    settle();
  }
}
