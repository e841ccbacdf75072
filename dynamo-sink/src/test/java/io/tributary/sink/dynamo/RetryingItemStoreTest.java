package io.tributary.sink.dynamo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.tributary.runtime.lifecycle.HealthReason;
import io.tributary.runtime.metrics.Meters;
import io.tributary.runtime.retry.Backoff;
import io.tributary.schemas.deadletter.Failure;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.sink.dynamo.RetryingItemStore.Backoffs;
import io.tributary.sink.write.ItemStore;
import io.tributary.sink.write.PendingWrite;
import io.tributary.sink.write.WriteOutcome;
import io.tributary.sink.write.WriteResult;
import io.tributary.sink.write.WriteResult.Reason;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

final class RetryingItemStoreTest {

  private static final Backoff SHORT =
      new Backoff(Duration.ofMillis(1), Duration.ofMillis(1), new Random(1));
  private static final List<String> TABLES = Puts.put().tables();
  private static final Backoff ENDLESS =
      new Backoff(Duration.ofDays(1), Duration.ofDays(1), () -> Long.MAX_VALUE);

  private final AtomicLong nanos = new AtomicLong();
  private final Meters meters = new Meters();
  private final StoreHealth health = new StoreHealth(nanos::get, meters);

  @Test
  void shouldTryUntilThereIsAnOutcome() throws InterruptedException {
    ItemStore store = retrying(failing(Reason.CONFLICT, Reason.THROTTLED, Reason.UNAVAILABLE));

    assertThat(store(store, () -> false)).contains(WriteOutcome.Settled.STORED);
    assertThat(meters.scrape())
        .contains("tributary_sink_retries_total{cause=\"conflict\"} 1.0")
        .contains("tributary_sink_retries_total{cause=\"throttled\"} 1.0")
        .contains("tributary_sink_retries_total{cause=\"unavailable\"} 1.0");
  }

  @Test
  void shouldStopWaitingWhenInterrupted() {
    ItemStore store =
        new RetryingItemStore(
            failing(Reason.MISCONFIGURED), limits(64), health, new Backoffs(SHORT, ENDLESS));
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> store(store, () -> false)).isInstanceOf(InterruptedException.class);
  }

  @Test
  void shouldGiveUpRetriesOfAnAbandonedWrite() throws InterruptedException {
    AtomicBoolean abandoned = new AtomicBoolean();
    AtomicInteger tries = new AtomicInteger();
    ItemStore store =
        retrying(
            write -> {
              abandoned.set(tries.incrementAndGet() == 3);
              return failure(Reason.UNAVAILABLE);
            });

    assertThat(store(store, abandoned::get)).isEmpty();
    assertThat(tries).hasValue(3);
  }

  @Test
  void shouldBeginAWriteOnlyOnceItMayBeSent() throws InterruptedException {
    List<String> seen = Collections.synchronizedList(new ArrayList<>());
    Deque<ItemStore> stores = new ArrayDeque<>();
    Thread second =
        new Thread(
            () ->
                assertThatCode(() -> store(stores.element(), () -> !seen.add("second begins")))
                    .doesNotThrowAnyException());
    ItemWriter writer =
        write -> {
          if (second.getState() == Thread.State.NEW) {
            second.start();
            await().until(() -> second.getState() == Thread.State.TIMED_WAITING);
            seen.add("first ends");
          }
          return WriteOutcome.Settled.STORED;
        };
    stores.add(new RetryingItemStore(writer, limits(1), health, new Backoffs(SHORT, SHORT)));

    assertThat(store(stores.element(), () -> false)).isPresent();
    second.join();
    assertThat(seen).containsExactly("first ends", "second begins");
  }

  @Test
  void shouldRejectARecordWhoseWriteKeepsFailingInAnUnforeseenWay() throws InterruptedException {
    AtomicInteger tries = new AtomicInteger();
    ItemStore store =
        retrying(
            write -> {
              tries.incrementAndGet();
              throw new IllegalStateException("a bug");
            });

    assertThat(store(store, () -> false))
        .contains(
            new WriteOutcome.Rejected(
                new Failure(FailureCode.ITEM_REJECTED, "writing it fails: IllegalStateException")));
    assertThat(tries).hasValue(3);
  }

  @Test
  void shouldNotBlameTheRecordForAnAccidentOrAnInterrupt() throws InterruptedException {
    Deque<RuntimeException> accidents = new ArrayDeque<>();
    accidents.add(new IllegalStateException("once"));
    ItemWriter writer =
        write -> {
          if (!accidents.isEmpty()) {
            throw accidents.remove();
          }
          return WriteOutcome.Settled.STORED;
        };

    assertThat(store(retrying(writer), () -> false)).contains(WriteOutcome.Settled.STORED);

    accidents.add(new IllegalStateException("the client is closed"));
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> store(retrying(writer), () -> false))
        .isInstanceOf(InterruptedException.class);
  }

  @Test
  void shouldReportTroubleThatLastsUntilAWriteWorks() throws InterruptedException {
    health.failed(TABLES, failure(Reason.UNAVAILABLE));
    nanos.addAndGet(Duration.ofMillis(4_999).toNanos());
    health.failed(TABLES, failure(Reason.UNAVAILABLE));
    assertThat(health.unreadyReasons()).isEmpty();

    nanos.addAndGet(Duration.ofMillis(1).toNanos());
    assertThat(health.unreadyReasons())
        .containsExactly(
            new HealthReason(
                "dynamodb_unavailable", "writes to claims, rows have been failing: it says so"));

    var unused = store(retrying(failing()), () -> false);
    assertThat(health.unreadyReasons()).isEmpty();
  }

  @Test
  void shouldLogOnlyTroubleThatLastsAndOnlyOnce() {
    Logger logger = (Logger) LoggerFactory.getLogger(StoreHealth.class);
    ListAppender<ILoggingEvent> logged = new ListAppender<>();
    logged.start();
    logger.setLevel(Level.INFO);
    logger.addAppender(logged);
    for (int i = 0; i < 10; i++) {
      health.failed(TABLES, failure(Reason.THROTTLED));
      health.worked(TABLES);
    }
    assertThat(logged.list).isEmpty();

    health.failed(TABLES, failure(Reason.THROTTLED));
    nanos.addAndGet(Duration.ofSeconds(5).toNanos());
    health.failed(TABLES, failure(Reason.CONFLICT));
    health.failed(TABLES, failure(Reason.THROTTLED));
    health.worked(TABLES);
    logger.detachAppender(logged);

    assertThat(logged.list)
        .extracting(ILoggingEvent::getFormattedMessage)
        .containsExactly(
            "writes to rows, claims fail (conflict) and will be tried again: it says so",
            "writes to rows, claims work again");
  }

  @Test
  void shouldReportTheTroubleOfOneTableThoughOthersWork() throws InterruptedException {
    WriteResult.Retry missing = new WriteResult.Retry(Reason.MISCONFIGURED, "no such table");
    for (int i = 0; i < 3; i++) {
      health.failed(List.of("history"), missing);
      var unused = store(retrying(failing()), () -> false);
      nanos.addAndGet(Duration.ofSeconds(5).toNanos());
    }
    assertThat(health.unreadyReasons())
        .containsExactly(
            new HealthReason(
                "dynamodb_misconfigured", "writes to history have been failing: no such table"));

    // no further try for a minute: the write has been given up
    nanos.addAndGet(Duration.ofMinutes(1).toNanos());
    assertThat(health.unreadyReasons()).isEmpty();
  }

  /** Stores one write; empty when it was abandoned. */
  private static Optional<WriteOutcome> store(ItemStore store, BooleanSupplier abandoned)
      throws InterruptedException {
    List<Optional<WriteOutcome>> endings = new ArrayList<>();
    store.store(List.of(new PendingWrite(Puts.put(), abandoned, endings::add)));
    assertThat(endings).hasSize(1);
    return endings.get(0);
  }

  private AdaptiveLimits limits(int requests) {
    return new AdaptiveLimits(requests, 25, nanos::get, new Meters());
  }

  private ItemStore retrying(ItemWriter next) {
    return new RetryingItemStore(next, limits(64), health, new Backoffs(SHORT, SHORT));
  }

  private static ItemWriter failing(Reason... reasons) {
    Deque<Reason> left = new ArrayDeque<>(Arrays.asList(reasons));
    return write -> {
      Reason reason = left.poll();
      if (reason != null) {
        return failure(reason);
      }
      return WriteOutcome.Settled.STORED;
    };
  }

  private static WriteResult.Retry failure(Reason reason) {
    return new WriteResult.Retry(reason, "it says so");
  }
}
