package io.tributary.runtime.kafka.client;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.InterruptException;

/** Waits for a broker's answer, for a bounded time. */
public final class KafkaAnswers {

  /** Usual time limit. */
  public static final Duration LIMIT = Duration.ofSeconds(30);

  private KafkaAnswers() {}

  /** The answer; throws Kafka's own exceptions. */
  public static <T> T of(KafkaFuture<T> future) throws InterruptedException {
    return within(LIMIT, future);
  }

  /** The same; an interrupt is Kafka's InterruptException. */
  public static <T> T get(KafkaFuture<T> future) {
    try {
      return of(future);
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  /** The same with a time limit. */
  public static <T> T within(Duration limit, KafkaFuture<T> future) throws InterruptedException {
    try {
      return future.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException cause
          ? cause
          : new IllegalStateException(e.getCause());
    } catch (TimeoutException e) {
      throw new org.apache.kafka.common.errors.TimeoutException(
          "Kafka did not answer within " + limit.toSeconds() + " s");
    }
  }
}
