package io.tributary.gateway.history;

import io.tributary.runtime.config.Setting;
import io.tributary.runtime.config.SettingType;
import io.tributary.runtime.config.SettingsException;
import io.tributary.schemas.topic.HistoryTopics;
import java.time.Duration;
import java.util.List;

/** Settings of the history family. */
public final class HistorySettings {

  private static final Duration LEAST = Duration.ofSeconds(1);
  private static final Duration MOST = Duration.ofDays(36_500);
  private static final SettingType<Duration> LIFE =
      new SettingType<>("duration 1s to 36500d", HistorySettings::life);

  /** How long items of lasting threads live. */
  public static final Setting<Duration> TTL =
      Setting.of(
          "history.ttl",
          LIFE,
          HistoryTopics.LIFE.toDays() + "d",
          "Life of stored messages and threads; a thread's begins anew with each activity.");

  /** How long items of temporary threads live. */
  public static final Setting<Duration> TEMPORARY_TTL =
      Setting.of(
          "history.temporary.ttl", LIFE, "1d", "The same of temporary threads and their messages.");

  /** All of them. */
  public static final List<Setting<?>> ALL = List.of(TTL, TEMPORARY_TTL);

  private HistorySettings() {}

  private static Duration life(String text) {
    Duration life = SettingType.DURATION.parser().apply(text);
    if (life.compareTo(LEAST) < 0 || life.compareTo(MOST) > 0) {
      throw new SettingsException("must be 1s to 36500d");
    }
    return life;
  }
}
