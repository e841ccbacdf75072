package io.tributary.traffic.check;

import io.tributary.traffic.Contents;
import io.tributary.traffic.LogRecord;
import java.util.HashMap;
import java.util.Map;

/** Waits of a compacted topic, each ended by a tombstone. */
public final class Waits {

  private Waits() {}

  /** Adds a violation for each wait that has not ended. */
  public static void check(Contents contents, String topic, Violations violations) {
    Map<String, LogRecord> newest = new HashMap<>();
    contents.topic(topic).forEach(record -> newest.put(record.key(), record));
    newest.forEach(
        (key, record) -> {
          if (record.value() != null) {
            violations.add(topic + ": still waiting " + key);
          }
        });
  }
}
