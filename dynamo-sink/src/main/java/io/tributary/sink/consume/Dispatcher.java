package io.tributary.sink.consume;

import io.micrometer.core.instrument.Timer;
import io.tributary.runtime.context.Ticker;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.metrics.Meters;
import io.tributary.schemas.deadletter.Failure;
import io.tributary.sink.execute.KeyedExecutor;
import io.tributary.sink.execute.WriterLimits;
import io.tributary.sink.metrics.SinkMeter;
import io.tributary.sink.route.Decoded;
import io.tributary.sink.write.ItemStore;
import io.tributary.sink.write.ItemWrite;
import io.tributary.sink.write.PendingWrite;
import io.tributary.sink.write.WriteOutcome;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.IntSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends each record to the executor under its key, and its result to its session.
 *
 * <p>Records of a coalescing route linger. A record that has not begun is finished unwritten when
 * one of the same key, partition and session comes with a greater revision. Nothing is lost: the
 * newer one has the greater offset, and no commit passes it before it is finished, so every later
 * reader reads it again. A revoked partition drops both, and the next owner reads the newer one at
 * least. If the newer one cannot be stored, it is a dead letter, and the item keeps an older state
 * until the next change; an undecodable one supersedes nothing. A late write of an older one loses
 * by its revision.
 */
public final class Dispatcher implements Component {

  private static final Logger log = LoggerFactory.getLogger(Dispatcher.class);

  private final RouteTable routes;
  private final KeyedExecutor<Task> executor;
  private final ItemStore store;
  private final Duration linger;
  private final Ticker ticker;
  private final Meters meters;
  private final Timer timer;

  /** A dispatcher whose number of writes in one store follows {@code together}. */
  public Dispatcher(
      RouteTable routes,
      WriterLimits limits,
      IntSupplier together,
      ItemStore store,
      Ticker ticker,
      Meters meters) {
    this.routes = routes;
    this.linger = limits.linger();
    this.ticker = ticker;
    this.executor =
        new KeyedExecutor<>(
            limits.writers(),
            new KeyedExecutor.Grouping<>(together, Task::mayShareWith),
            new KeyedExecutor.Coalescing<>(Task::supersedes, Task::endSuperseded),
            ticker,
            this::store);
    this.store = store;
    this.meters = meters;
    this.timer = meters.timer(SinkMeter.WRITES);
  }

  /**
   * Key of records that keep their order.
   *
   * @param contested the record's key, or an id that records of other keys contest
   */
  private record OrderKey(String topic, Object contested) {}

  /**
   * A record's write.
   *
   * @param linger zero unless it is coalesced
   */
  private record Task(
      PendingRecord record, PendingWrite pending, CompletionQueue completions, Duration linger) {

    boolean supersedes(Task older) {
      return !linger.isZero()
          && !older.linger.isZero()
          && completions == older.completions
          && record.follows(older.record)
          && pending.write().supersedes(older.pending.write());
    }

    void endSuperseded() {
      if (pending.isWanted()) {
        pending.end(WriteOutcome.Settled.SUPERSEDED);
      }
    }

    boolean mayShareWith(Task other) {
      return pending.write().sharesRequests() && other.pending.write().sharesRequests();
    }
  }

  @Override
  public void start() {
    executor.start();
  }

  @Override
  public void close(Deadline deadline) throws InterruptedException {
    executor.close(deadline);
  }

  RouteTable routes() {
    return routes;
  }

  /** Makes lingering tasks due. */
  void flush() {
    executor.flush();
  }

  void dispatch(PendingRecord pending, CompletionQueue completions) {
    meters.counter(SinkMeter.RECORDS, topic(pending)).increment();
    Decoded decoded = routes.decode(pending.record());
    if (decoded instanceof Decoded.Write write) {
      submit(pending, write.write(), completions);
    } else if (decoded instanceof Decoded.Unwritable unwritable) {
      undecodable(pending, unwritable.failure(), completions);
    } else {
      completions.finished(pending, Optional.empty());
    }
  }

  private void submit(PendingRecord pending, ItemWrite write, CompletionQueue completions) {
    Duration waits = routes.coalesces(pending.record().topic()) ? linger : Duration.ZERO;
    Task task = new Task(pending, pendingWrite(pending, write, completions), completions, waits);
    executor.submit(orderKey(pending, write), task, waits);
  }

  private OrderKey orderKey(PendingRecord pending, ItemWrite write) {
    return new OrderKey(
        routes.home(pending.record()),
        write.contested().<Object>map(id -> id).orElse(ByteBuffer.wrap(pending.record().key())));
  }

  private PendingWrite pendingWrite(
      PendingRecord pending, ItemWrite write, CompletionQueue completions) {
    Timer.Sample sample = Timer.start(meters.registry());
    return new PendingWrite(
        write,
        () -> {
          pending.begin(ticker.nanos());
          return pending.dropped();
        },
        outcome ->
            outcome.ifPresentOrElse(
                ended -> ended(pending, ended, sample, completions),
                meters.counter(SinkMeter.ABANDONED)::increment));
  }

  private void ended(
      PendingRecord pending,
      WriteOutcome outcome,
      Timer.Sample sample,
      CompletionQueue completions) {
    sample.stop(timer);
    meters.counter(SinkMeter.OUTCOMES, outcome.label()).increment();
    if (outcome == WriteOutcome.Settled.SUPERSEDED) {
      completions.superseded(pending);
    } else {
      completions.finished(
          pending,
          outcome.failure().flatMap(failure -> routes.deadLetter(pending.record(), failure)));
    }
  }

  private void undecodable(PendingRecord pending, Failure failure, CompletionQueue completions) {
    meters.counter(SinkMeter.UNDECODABLE, topic(pending)).increment();
    completions.finished(pending, routes.deadLetter(pending.record(), failure));
  }

  /** The topic's name in metrics. */
  private String topic(PendingRecord pending) {
    return routes.catalogued(pending.record().topic());
  }

  /** Ends each task by a completion; a task that is not needed may end without one. */
  private void store(List<Task> tasks) {
    try {
      store.store(tasks.stream().map(Task::pending).toList());
    } catch (InterruptedException e) {
      // the sink closes; the records stay uncommitted and come again
      Thread.currentThread().interrupt();
      broken(tasks, e);
    } catch (Throwable e) {
      log.error("a writer failed", e);
      broken(tasks, e);
    }
  }

  private static void broken(List<Task> tasks, Throwable cause) {
    for (Task task : tasks) {
      if (!task.pending().isOver()) {
        task.pending().abandon();
        task.completions().broken(cause);
      }
    }
  }
}
