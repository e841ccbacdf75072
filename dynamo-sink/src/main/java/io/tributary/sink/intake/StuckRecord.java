package io.tributary.sink.intake;

import io.tributary.runtime.ambient.Ticker;
import io.tributary.runtime.health.HealthReason;
import io.tributary.schemas.deadletter.Origin;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether the oldest record in hand takes longer than any should, and which one that is. */
final class StuckRecord {

  private static final Logger log = LoggerFactory.getLogger(StuckRecord.class);

  /** What takes longer is held up by something of its own, or by all that is wrong with tables. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Ticker ticker;
  private volatile @Nullable Held oldest;
  private OptionalLong told = OptionalLong.empty();

  StuckRecord(Ticker ticker) {
    this.ticker = ticker;
  }

  /**
   * A record in hand.
   *
   * @param since when it was read, by the ticker
   */
  private record Held(Origin place, long since) {}

  /** The oldest unfinished record is this one now; for the consumer's thread. Logs sometimes. */
  void watch(Optional<PendingRecord> record) {
    oldest = record.map(pending -> new Held(place(pending.record()), pending.taken())).orElse(null);
    Optional<HealthReason> reason = check();
    long now = ticker.nanos();
    // after an outage each of many is the oldest for a moment
    boolean due = told.isEmpty() || now - told.getAsLong() >= PATIENCE.toNanos();
    if (reason.isPresent() && due) {
      log.warn("{}", reason.get().message());
      told = OptionalLong.of(now);
    }
  }

  /** The reason, with topic, partition and offset, if there is one; any thread may ask. */
  Optional<HealthReason> check() {
    Held held = oldest;
    if (held == null) {
      return Optional.empty();
    }
    Duration age = age();
    return age.compareTo(PATIENCE) > 0 ? Optional.of(reason(held, age)) : Optional.empty();
  }

  /** How long the oldest record has been in hand, zero if none is; any thread may ask. */
  Duration age() {
    Held held = oldest;
    return held == null ? Duration.ZERO : Duration.ofNanos(ticker.nanos() - held.since());
  }

  private static HealthReason reason(Held held, Duration age) {
    return new HealthReason(
        "record_stuck",
        "record " + held.place() + " has not been finished for " + age.toSeconds() + " s");
  }

  private static Origin place(ConsumerRecord<?, ?> record) {
    return new Origin(record.topic(), record.partition(), record.offset());
  }
}
