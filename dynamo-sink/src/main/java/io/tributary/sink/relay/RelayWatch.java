package io.tributary.sink.relay;

import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.lifecycle.HealthReason;
import io.tributary.runtime.metrics.Meters;
import io.tributary.sink.metrics.SinkMeter;
import io.tributary.sink.relay.RetrySchedule.Trouble;
import io.tributary.sink.stream.StreamException.Reason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** State of a relay for other threads. */
final class RelayWatch {

  /** Shorter troubles are normal for DynamoDB. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** Half of a stream's retention. */
  private static final Duration LATE = Duration.ofHours(12);

  private final String table;
  private final RuntimeContext runtime;
  private volatile State state = State.STANDBY;

  /**
   * State of the leader.
   *
   * @param streaming false without a stream of expiries
   * @param relayedUntil epoch milliseconds; empty when everything is read
   */
  record State(boolean streaming, OptionalLong relayedUntil, Optional<Trouble> trouble) {

    /** State of a standby. */
    static final State STANDBY = new State(true, OptionalLong.empty(), Optional.empty());
  }

  RelayWatch(String table, RuntimeContext runtime) {
    this.table = table;
    this.runtime = runtime;
  }

  void gauge(Meters meters) {
    meters.gauge(SinkMeter.RELAY_BEHIND, () -> behindMillis(state) / 1000.0, table);
  }

  void note(State now) {
    state = now;
  }

  List<HealthReason> unreadyReasons() {
    State now = state;
    List<HealthReason> reasons = new ArrayList<>();
    if (!now.streaming()) {
      reasons.add(
          new HealthReason(
              "stream_missing",
              "table " + table + " has no stream (run: tributary tables create)"));
    }
    now.trouble().filter(this::lasts).map(this::describe).ifPresent(reasons::add);
    if (behindMillis(now) > LATE.toMillis()) {
      reasons.add(
          new HealthReason(
              "relay_behind",
              "the stream of table " + table + " is relayed 12 hours late, and keeps 24"));
    }
    return reasons;
  }

  private long behindMillis(State now) {
    return now.relayedUntil().isEmpty()
        ? 0
        : Math.max(0, runtime.nowMillis() - now.relayedUntil().getAsLong());
  }

  private boolean lasts(Trouble trouble) {
    return runtime.ticker().nanos() - trouble.since() >= PATIENCE.toNanos();
  }

  private HealthReason describe(Trouble trouble) {
    String code =
        trouble.newest().reason() == Reason.MISCONFIGURED
            ? "stream_misconfigured"
            : "stream_unavailable";
    return new HealthReason(
        code, "the stream of table " + table + " cannot be read: " + trouble.newest().getMessage());
  }
}
