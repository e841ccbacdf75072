package io.tributary.sink;

import io.tributary.runtime.config.Settings;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.metrics.Meters;
import io.tributary.sink.consume.Dispatcher;
import io.tributary.sink.consume.RouteTable;
import io.tributary.sink.dynamo.AdaptiveLimits;
import io.tributary.sink.dynamo.ItemWriter;
import io.tributary.sink.dynamo.PacedItemStore;
import io.tributary.sink.dynamo.RetryingItemStore;
import io.tributary.sink.dynamo.RetryingItemStore.Backoffs;
import io.tributary.sink.dynamo.StoreHealth;
import io.tributary.sink.execute.WriterLimits;
import io.tributary.sink.write.ItemStore;
import java.util.OptionalDouble;

/** Writers of items, the same for the sink and for replays. */
public record WritePath(Settings settings, RuntimeContext runtime, Meters meters) {

  /**
   * Dispatcher with writers as fast as the limit and DynamoDB allow.
   *
   * @param writeUnits limit per second
   */
  public Dispatcher dispatcher(
      RouteTable routes, ItemWriter writer, StoreHealth health, OptionalDouble writeUnits) {
    WriterLimits limits = WriterLimits.of(settings).under(writeUnits);
    AdaptiveLimits adaptive =
        new AdaptiveLimits(limits.writers(), limits.together(), runtime.ticker(), meters);
    ItemStore retrying =
        new RetryingItemStore(writer, adaptive, health, Backoffs.usual(runtime.random()));
    return new Dispatcher(
        routes,
        limits,
        adaptive::together,
        PacedItemStore.of(retrying, meters, writeUnits, runtime.ticker()),
        runtime.ticker(),
        meters);
  }
}
