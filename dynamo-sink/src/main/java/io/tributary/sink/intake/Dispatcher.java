package io.tributary.sink.intake;

import io.tributary.runtime.metrics.Meters;
import io.tributary.schemas.deadletter.Failure;
import io.tributary.sink.SinkMeter;
import io.tributary.sink.lane.KeyedLanes;
import io.tributary.sink.write.ItemStore;
import io.tributary.sink.write.ItemWrite;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends each record down its lane to the writer, and its end to the session it belongs to. */
public final class Dispatcher {

  private static final Logger log = LoggerFactory.getLogger(Dispatcher.class);

  private final RouteTable routes;
  private final KeyedLanes lanes;
  private final ItemStore store;
  private final Meters meters;

  public Dispatcher(RouteTable routes, KeyedLanes lanes, ItemStore store, Meters meters) {
    this.routes = routes;
    this.lanes = lanes;
    this.store = store;
    this.meters = meters;
  }

  private record LaneKey(String topic, ByteBuffer key) {}

  RouteTable routes() {
    return routes;
  }

  void dispatch(PendingRecord pending, Completions completions) {
    String topic = pending.record().topic();
    meters.counter(SinkMeter.RECORDS, topic).increment();
    routes
        .decode(pending.record())
        .handle(
            write ->
                lanes.submit(
                    new LaneKey(topic, ByteBuffer.wrap(pending.record().key())),
                    () -> store(pending, write, completions)),
            failure -> undecodable(pending, failure, completions));
  }

  private void undecodable(PendingRecord pending, Failure failure, Completions completions) {
    meters.counter(SinkMeter.UNDECODABLE, pending.record().topic()).increment();
    completions.finished(pending, Optional.of(failure));
  }

  /** Ends in a completion, or for a record that nobody needs any more in none, whatever happens. */
  private void store(PendingRecord pending, ItemWrite write, Completions completions) {
    try {
      store
          .store(write, pending::dropped)
          .ifPresentOrElse(
              outcome -> completions.finished(pending, outcome.failure()),
              meters.counter(SinkMeter.ABANDONED)::increment);
    } catch (InterruptedException e) {
      // the sink closes; the record stays uncommitted and comes again
      Thread.currentThread().interrupt();
      broken(completions, e);
    } catch (Throwable e) {
      log.error("a writer failed", e);
      broken(completions, e);
    }
  }

  private void broken(Completions completions, Throwable cause) {
    meters.counter(SinkMeter.ABANDONED).increment();
    completions.broken(cause);
  }
}
