package io.tributary.gateway.history;

import io.tributary.runtime.config.Setting;
import io.tributary.runtime.config.SettingType;
import io.tributary.schemas.topic.HistoryTopics;
import java.time.Duration;
import java.util.List;

/** Settings of the history family. */
public final class HistorySettings {

  public static final Setting<Duration> TTL =
      Setting.of(
          "history.ttl",
          SettingType.ttl(),
          HistoryTopics.LIFE.toDays() + "d",
          "Life of stored messages and threads. Each activity renews the life of the thread.");

  public static final Setting<Duration> TEMPORARY_TTL =
      Setting.of(
          "history.temporary.ttl",
          SettingType.ttl(),
          "1d",
          "Life of temporary threads and their messages.");

  public static final List<Setting<?>> ALL = List.of(TTL, TEMPORARY_TTL);

  private HistorySettings() {}
}
