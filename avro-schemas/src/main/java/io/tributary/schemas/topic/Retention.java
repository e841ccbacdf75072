package io.tributary.schemas.topic;

import java.time.Duration;
import java.util.Map;

/** Retention of a topic's records. */
public sealed interface Retention {

  Retention UNLIMITED = new Unlimited();
  Retention COMPACTED = new Compacted();

  /** Removed content is gone a day later. */
  Retention ERASED = new Erased(Duration.ofDays(1));

  /** Overrides the brokers' default, by which records could go before their time. */
  String ANY_SIZE = "-1";

  /** Words for compacted topics. */
  String NEWEST = "newest of each key";

  Map<String, String> topicConfig();

  /** The retention in words, such as {@code 30 days}. */
  String words();

  static Retention days(long days) {
    return new Limited(Duration.ofDays(days));
  }

  /**
   * Retention of records by the life of their items: a week more, so that a table can always be
   * rebuilt.
   *
   * @param itemLife zero for items that never expire
   */
  static Retention outliving(Duration itemLife) {
    return itemLife.isZero() ? UNLIMITED : new Limited(itemLife.plusDays(7));
  }

  record Limited(Duration age) implements Retention {

    @Override
    public Map<String, String> topicConfig() {
      return Map.of(
          "cleanup.policy",
          "delete",
          "retention.ms",
          Long.toString(age.toMillis()),
          "retention.bytes",
          ANY_SIZE);
    }

    @Override
    public String words() {
      long days = age.toDays();
      return days + (days == 1 ? " day" : " days");
    }
  }

  record Unlimited() implements Retention {

    @Override
    public Map<String, String> topicConfig() {
      return Map.of("cleanup.policy", "delete", "retention.ms", "-1", "retention.bytes", ANY_SIZE);
    }

    @Override
    public String words() {
      return "unlimited";
    }
  }

  /**
   * The newest record of each key stays; replaced ones are compacted away when a record comes to
   * their partition after that time. Kafka starts a new segment only on an append, but needs no
   * {@code segment.ms}: no segment takes records for longer than the lag.
   */
  record Erased(Duration within) implements Retention {

    @Override
    public Map<String, String> topicConfig() {
      return Map.of(
          "cleanup.policy", "compact", "max.compaction.lag.ms", Long.toString(within.toMillis()));
    }

    @Override
    public String words() {
      return NEWEST;
    }
  }

  /** The newest record of each key stays for ever. */
  record Compacted() implements Retention {

    @Override
    public Map<String, String> topicConfig() {
      return Map.of("cleanup.policy", "compact");
    }

    @Override
    public String words() {
      return NEWEST;
    }
  }
}
