package io.tributary.schemas.topic;

import java.time.Duration;
import java.util.Map;

/** How long a topic keeps its records. */
public sealed interface Retention {

  /** Kafka's topic settings for it. */
  Map<String, String> topicConfig();

  /** Retention of so many days. */
  static Retention days(long days) {
    return new Limited(Duration.ofDays(days));
  }

  /**
   * Retention of records whose items live so long: a week more, so that a table can always be
   * rebuilt.
   *
   * @param itemLife zero for items that never expire
   */
  static Retention outliving(Duration itemLife) {
    return itemLife.isZero() ? new Unlimited() : new Limited(itemLife.plusDays(7));
  }

  /** Records older than this may go. */
  record Limited(Duration age) implements Retention {

    @Override
    public Map<String, String> topicConfig() {
      return Map.of("cleanup.policy", "delete", "retention.ms", Long.toString(age.toMillis()));
    }
  }

  /** Nothing is ever removed. */
  record Unlimited() implements Retention {

    @Override
    public Map<String, String> topicConfig() {
      return Map.of("cleanup.policy", "delete", "retention.ms", "-1");
    }
  }

  /**
   * The newest record of each key stays, and what it has replaced is compacted away when a record
   * comes to its partition after so long. Kafka starts a new segment only on an append, but needs
   * no {@code segment.ms} for that: no segment of such a topic takes records for longer than the
   * lag.
   */
  record Erased(Duration within) implements Retention {

    @Override
    public Map<String, String> topicConfig() {
      return Map.of(
          "cleanup.policy", "compact", "max.compaction.lag.ms", Long.toString(within.toMillis()));
    }
  }

  /** The newest record of each key stays for ever. */
  record Compacted() implements Retention {

    @Override
    public Map<String, String> topicConfig() {
      return Map.of("cleanup.policy", "compact");
    }
  }
}
