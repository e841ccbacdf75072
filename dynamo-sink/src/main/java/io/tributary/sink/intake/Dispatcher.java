package io.tributary.sink.intake;

import io.tributary.runtime.metrics.Meters;
import io.tributary.schemas.deadletter.Failure;
import io.tributary.sink.SinkMeter;
import io.tributary.sink.lane.KeyedLanes;
import io.tributary.sink.write.ItemWrite;
import io.tributary.sink.write.ItemWriter;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends each record down its lane to the writer, and its end to the session it belongs to. */
public final class Dispatcher {

  private static final Logger log = LoggerFactory.getLogger(Dispatcher.class);

  private final RouteTable routes;
  private final KeyedLanes lanes;
  private final ItemWriter writer;
  private final Meters meters;

  public Dispatcher(RouteTable routes, KeyedLanes lanes, ItemWriter writer, Meters meters) {
    this.routes = routes;
    this.lanes = lanes;
    this.writer = writer;
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

  private void store(PendingRecord pending, ItemWrite write, Completions completions) {
    if (pending.dropped()) {
      meters.counter(SinkMeter.ABANDONED).increment();
      return;
    }
    try {
      completions.finished(pending, writer.write(List.of(write)).get(0).failure());
    } catch (InterruptedException e) {
      // the sink closes; the record stays uncommitted and comes again
      Thread.currentThread().interrupt();
      meters.counter(SinkMeter.ABANDONED).increment();
    } catch (RuntimeException e) {
      log.error("a write ended in a way that nobody foresaw", e);
      completions.broken(e);
    }
  }
}
