package io.tributary.sink.intake;

import io.micrometer.core.instrument.Timer;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.metrics.Meters;
import io.tributary.schemas.deadletter.Failure;
import io.tributary.sink.SinkMeter;
import io.tributary.sink.lane.KeyedLanes;
import io.tributary.sink.write.ItemStore;
import io.tributary.sink.write.ItemWrite;
import io.tributary.sink.write.PendingWrite;
import io.tributary.sink.write.WriteOutcome;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends each record down its lane to the writer, and its end to the session it belongs to. */
public final class Dispatcher implements Component {

  private static final Logger log = LoggerFactory.getLogger(Dispatcher.class);

  private final RouteTable routes;
  private final KeyedLanes<Task> lanes;
  private final ItemStore store;
  private final Meters meters;
  private final Timer timer;

  /**
   * A dispatcher whose writers start with it.
   *
   * @param writers how many work at once
   * @param together how many writes they may store at once
   */
  public Dispatcher(RouteTable routes, int writers, int together, ItemStore store, Meters meters) {
    this.routes = routes;
    this.lanes =
        new KeyedLanes<>(
            writers, new KeyedLanes.Grouping<>(together, Task::mayShareWith), this::store);
    this.store = store;
    this.meters = meters;
    this.timer = meters.timer(SinkMeter.WRITES);
  }

  /**
   * What keeps its order.
   *
   * @param contested the record's key, or what it contests with records of other keys
   */
  private record LaneKey(String topic, Object contested) {}

  private record Task(PendingWrite pending, Completions completions) {

    boolean mayShareWith(Task other) {
      return pending.write().sharesRequests() && other.pending.write().sharesRequests();
    }
  }

  @Override
  public void start() {
    lanes.start();
  }

  @Override
  public void close(Deadline deadline) throws InterruptedException {
    lanes.close(deadline);
  }

  RouteTable routes() {
    return routes;
  }

  void dispatch(PendingRecord pending, Completions completions) {
    meters.counter(SinkMeter.RECORDS, pending.record().topic()).increment();
    routes
        .decode(pending.record())
        .handle(
            write -> lanes.submit(lane(pending, write), task(pending, write, completions)),
            failure -> undecodable(pending, failure, completions));
  }

  private static LaneKey lane(PendingRecord pending, ItemWrite write) {
    return new LaneKey(
        pending.record().topic(),
        write.contested().<Object>map(id -> id).orElse(ByteBuffer.wrap(pending.record().key())));
  }

  private Task task(PendingRecord pending, ItemWrite write, Completions completions) {
    Timer.Sample sample = Timer.start(meters.registry());
    return new Task(
        new PendingWrite(
            write,
            pending::dropped,
            outcome ->
                outcome.ifPresentOrElse(
                    ended -> ended(pending, ended, sample, completions),
                    meters.counter(SinkMeter.ABANDONED)::increment)),
        completions);
  }

  private void ended(
      PendingRecord pending, WriteOutcome outcome, Timer.Sample sample, Completions completions) {
    sample.stop(timer);
    meters.counter(SinkMeter.OUTCOMES, outcome.label()).increment();
    completions.finished(pending, outcome.failure());
  }

  private void undecodable(PendingRecord pending, Failure failure, Completions completions) {
    meters.counter(SinkMeter.UNDECODABLE, pending.record().topic()).increment();
    completions.finished(pending, Optional.of(failure));
  }

  /** Each task ends in a completion, or in none if nobody needs it, whatever happens. */
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
