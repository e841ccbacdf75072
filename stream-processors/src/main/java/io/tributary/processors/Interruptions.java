package io.tributary.processors;

import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.context.Ticker;
import io.tributary.runtime.lifecycle.FailureMessage;
import io.tributary.runtime.lifecycle.HealthReason;
import io.tributary.runtime.retry.Backoff;
import io.tributary.schemas.format.SchemaUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.streams.errors.TaskCorruptedException;
import org.apache.kafka.streams.errors.TaskMigratedException;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Failures of stream threads beside those of single facts, and the pause after each, which grows
 * until a thread has run well.
 *
 * <p>A dying thread leaves its transaction open, and readers of committed records stop behind it;
 * its partitions wait until its session ends. So a failure while a fact is processed does not end
 * the thread: Kafka Streams is told that the thread has lost its tasks, aborts the transaction at
 * once, and takes the tasks up again. The pause comes before their first fact.
 */
final class Interruptions {

  private static final Logger log = LoggerFactory.getLogger(Interruptions.class);
  private static final Duration FIRST = Duration.ofSeconds(1);
  private static final Duration LAST = Duration.ofSeconds(30);

  /** Longer than a pause and the time that a thread needs until it fails again. */
  private static final Duration CALM = Duration.ofMinutes(5);

  /** A thread that fails in a loop fails within this time after its pause. */
  private static final Duration PROVEN = Duration.ofSeconds(10);

  private final Backoff backoff;
  private final Ticker ticker;
  private final CountDownLatch closing = new CountDownLatch(1);

  /** Ends of pauses, by failed threads. */
  private final Map<Thread, Long> pauses = new ConcurrentHashMap<>();

  private int failures;
  private long failedAt;
  private long pauseEnd;
  private String reason = "";

  Interruptions(RuntimeContext runtime) {
    this.backoff = new Backoff(FIRST, LAST, runtime.random());
    this.ticker = runtime.ticker();
  }

  /** Wraps a processor so that its thread outlives failures. */
  Processor<byte[], byte[], Object, Object> guard(
      Processor<byte[], byte[], Object, Object> processor) {
    return new Processor<>() {

      @Override
      public void init(ProcessorContext<Object, Object> context) {
        await();
        processor.init(context);
      }

      @Override
      public void process(Record<byte[], byte[]> record) {
        try {
          processor.process(record);
        } catch (TaskMigratedException | TaskCorruptedException e) {
          throw e;
        } catch (RuntimeException e) {
          failed(e);
          throw new TaskMigratedException("facts are read again: " + FailureMessage.of(e), e);
        }
      }

      @Override
      public void close() {
        processor.close();
      }
    };
  }

  /** Notes that the current thread has failed. */
  synchronized void failed(Throwable failure) {
    long now = ticker.nanos();
    if (now - failedAt > CALM.toNanos()) {
      failures = 0;
    }
    failures++;
    failedAt = now;
    Duration pause = backoff.delay(failures);
    pauseEnd = now + pause.toNanos();
    pauses.put(Thread.currentThread(), pauseEnd);
    reason = FailureMessage.of(failure);
    if (isWait(failure)) {
      log.warn("reads its facts again in {} ms: {}", pause.toMillis(), reason);
    } else {
      log.error("processing failed; reads its facts again in {} ms", pause.toMillis(), failure);
    }
  }

  /** Sits out the pause of the current thread. */
  void await() {
    Long end = pauses.remove(Thread.currentThread());
    try {
      if (end != null && closing.await(end - ticker.nanos(), TimeUnit.NANOSECONDS)) {
        log.info("ends its pause to close");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Reasons while a thread has failed and has not run for some seconds since. */
  synchronized List<HealthReason> unreadyReasons() {
    return isOver()
        ? List.of()
        : List.of(
            new HealthReason(
                "processing_fails",
                "failed %d times, reads its facts again: %s".formatted(failures, reason)));
  }

  /** False while a thread has failed and has not run for some seconds since. */
  synchronized boolean isOver() {
    return failures == 0 || ticker.nanos() - pauseEnd > PROVEN.toNanos();
  }

  void close() {
    closing.countDown();
  }

  /** True of failures that need no stack trace. */
  private static boolean isWait(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SchemaUnavailableException) {
        return true;
      }
    }
    return false;
  }
}
