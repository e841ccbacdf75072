package io.tributary.gateway.history;

import io.tributary.runtime.config.Settings;
import io.tributary.schemas.topic.HistoryTopics;
import io.tributary.schemas.topic.Retention;
import io.tributary.schemas.topic.Topic;
import java.time.Duration;
import java.util.List;

/**
 * How long the family's items live.
 *
 * @param lasting of lasting threads
 * @param temporary of temporary ones
 */
public record HistoryLives(Duration lasting, Duration temporary) {

  public static HistoryLives of(Settings settings) {
    return new HistoryLives(
        settings.get(HistorySettings.TTL), settings.get(HistorySettings.TEMPORARY_TTL));
  }

  /** The family's records, kept longer than any item. */
  public List<Topic<?, ?>> records() {
    Retention retention =
        Retention.outliving(lasting.compareTo(temporary) > 0 ? lasting : temporary);
    return HistoryTopics.records().stream()
        .<Topic<?, ?>>map(topic -> topic.withRetention(retention))
        .toList();
  }
}
