package io.tributary.traffic.check;

import io.tributary.traffic.Contents;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Waits of a compacted topic, each ended by a tombstone. */
public final class Waits {

  private Waits() {}

  /** Keys of the waits that have not ended. */
  public static Set<String> open(Contents contents, String topic) {
    Set<String> open = new HashSet<>();
    contents
        .topic(topic)
        .forEach(
            record -> {
              if (record.value() == null) {
                open.remove(record.key());
              } else {
                open.add(record.key());
              }
            });
    return open;
  }

  /**
   * Adds violations unless the topic holds the waits that the facts leave open, and none of those
   * is over.
   *
   * @param expected {@code accepted_at} of each by its key, epoch milliseconds
   * @param limit after which a wait must have ended
   */
  public static void check(
      Contents contents,
      String topic,
      Map<String, Long> expected,
      Duration limit,
      Violations violations) {
    Set<String> open = open(contents, topic);
    for (String key : open) {
      if (!expected.containsKey(key)) {
        violations.add(topic + ": still waiting " + key);
      }
    }
    expected.forEach(
        (key, at) -> {
          if (!open.contains(key)) {
            violations.add(topic + ": does not wait " + key);
          } else if (Instant.ofEpochMilli(at).plus(limit).isBefore(contents.readAt())) {
            violations.add(topic + ": waits too long " + key);
          }
        });
  }
}
