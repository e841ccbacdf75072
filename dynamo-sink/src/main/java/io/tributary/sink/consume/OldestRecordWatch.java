package io.tributary.sink.consume;

import io.tributary.runtime.context.Ticker;
import io.tributary.runtime.lifecycle.HealthReason;
import io.tributary.schemas.deadletter.Origin;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watch for records that take too long from their first try on. A record behind others is late, not
 * stuck.
 */
final class OldestRecordWatch {

  private static final Logger log = LoggerFactory.getLogger(OldestRecordWatch.class);

  /** A longer try has a cause of its own, or all that is wrong with tables. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Ticker ticker;
  private volatile @Nullable Held longest;
  private volatile OptionalLong oldest = OptionalLong.empty();
  private OptionalLong reported = OptionalLong.empty();

  OldestRecordWatch(Ticker ticker) {
    this.ticker = ticker;
  }

  /**
   * A record under way.
   *
   * @param since the first try, by the ticker
   */
  private record Held(Origin place, long since) {}

  /** Notes the first unfinished records of partitions; for the consumer's thread. */
  void watch(List<PendingRecord> records) {
    // differences count, for the ticker may be negative or overflow
    long present = ticker.nanos();
    oldest =
        records.stream()
            .mapToLong(PendingRecord::taken)
            .boxed()
            .max(Comparator.comparingLong(taken -> present - taken))
            .map(OptionalLong::of)
            .orElseGet(OptionalLong::empty);
    longest =
        records.stream()
            .filter(record -> record.begun().isPresent())
            .map(record -> new Held(place(record.record()), record.begun().getAsLong()))
            .max(Comparator.comparingLong(held -> present - held.since()))
            .orElse(null);
    Optional<HealthReason> reason = unreadyReasons();
    long now = ticker.nanos();
    // after an outage each of many is the oldest for a moment
    boolean due = reported.isEmpty() || now - reported.getAsLong() >= PATIENCE.toNanos();
    if (reason.isPresent() && due) {
      log.warn("{}", reason.get().message());
      reported = OptionalLong.of(now);
    }
  }

  /** The reason with topic, partition and offset; thread-safe. */
  Optional<HealthReason> unreadyReasons() {
    Held held = longest;
    if (held == null) {
      return Optional.empty();
    }
    Duration tried = Duration.ofNanos(ticker.nanos() - held.since());
    return tried.compareTo(PATIENCE) > 0 ? Optional.of(reason(held, tried)) : Optional.empty();
  }

  /** Age of the oldest record in flight; thread-safe. */
  Duration age() {
    OptionalLong taken = oldest;
    return taken.isEmpty() ? Duration.ZERO : Duration.ofNanos(ticker.nanos() - taken.getAsLong());
  }

  private static HealthReason reason(Held held, Duration age) {
    return new HealthReason(
        "record_stuck", "record " + held.place() + " has been tried for " + age.toSeconds() + " s");
  }

  private static Origin place(ConsumerRecord<?, ?> record) {
    return new Origin(record.topic(), record.partition(), record.offset());
  }
}
