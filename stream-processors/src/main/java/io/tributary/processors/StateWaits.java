package io.tributary.processors;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.StateRestoreListener;

/** The wait of an instance's partitions: for its group, a transaction, or states from Kafka. */
final class StateWaits implements StateRestoreListener {

  private static final int NAMED = 3;

  private final InstantSource clock;

  /** Records that are still to be read, by state and partition. */
  private final Map<String, Long> restores = new ConcurrentSkipListMap<>();

  private final LongAdder restored = new LongAdder();

  private volatile Optional<Instant> since = Optional.empty();

  StateWaits(InstantSource clock) {
    this.clock = clock;
  }

  /** Notes whether all partitions go on. */
  void running(boolean running) {
    since = running ? Optional.empty() : since.or(() -> Optional.of(clock.instant()));
    if (running) {
      // a thread that died has not told the end of its own
      restores.clear();
    }
  }

  /** Seconds of the current wait. */
  double seconds() {
    return since.map(begin -> Duration.between(begin, clock.instant()).toMillis() / 1e3).orElse(0d);
  }

  /** Records of states that were read back since the start. */
  long restored() {
    return restored.sum();
  }

  /** Number of states' partitions that are read back. */
  int restores() {
    return restores.size();
  }

  @Override
  public String toString() {
    String begin =
        since
            .map(time -> time.truncatedTo(ChronoUnit.SECONDS))
            .map(Instant::toString)
            .orElse("now");
    if (restores.isEmpty()) {
      return "waits since " + begin + " for its group, or for the end of a transaction";
    }
    String named =
        restores.entrySet().stream()
            .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
            .limit(NAMED)
            .map(each -> "%s (%d records)".formatted(each.getKey(), each.getValue()))
            .collect(Collectors.joining(", "));
    int more = restores.size() - NAMED;
    return "waits since %s for states from Kafka: %s%s"
        .formatted(begin, named, more > 0 ? " and " + more + " more" : "");
  }

  @Override
  public void onRestoreStart(TopicPartition changelog, String store, long from, long end) {
    restores.put(name(changelog, store), end - from);
  }

  @Override
  public void onBatchRestored(TopicPartition changelog, String store, long end, long records) {
    restored.add(records);
    restores.computeIfPresent(name(changelog, store), (name, left) -> left - records);
  }

  @Override
  public void onRestoreEnd(TopicPartition changelog, String store, long records) {
    restores.remove(name(changelog, store));
  }

  @Override
  public void onRestoreSuspended(TopicPartition changelog, String store, long records) {
    restores.remove(name(changelog, store));
  }

  private static String name(TopicPartition changelog, String store) {
    return store + ' ' + changelog.partition();
  }
}
