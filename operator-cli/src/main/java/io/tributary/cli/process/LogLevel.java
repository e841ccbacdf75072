package io.tributary.cli.process;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.tributary.runtime.config.Setting;
import io.tributary.runtime.config.SettingType;
import io.tributary.runtime.config.SettingsException;
import java.util.Arrays;
import org.slf4j.LoggerFactory;

/** Log level of the pipeline. */
public enum LogLevel {
  ERROR,
  WARN,
  INFO,
  DEBUG,
  TRACE;

  public static final Setting<LogLevel> SETTING =
      Setting.of(
          "log.level",
          new SettingType<>("level (ERROR, WARN, INFO, DEBUG, TRACE)", LogLevel::parse),
          INFO.name(),
          "Log level of the pipeline; libraries log from WARN on.");

  /** Applies the level to the loggers of this project. */
  public void apply() {
    setLevel("io.tributary", name());
  }

  /** Silences the Kafka clients, for commands that report an absent server themselves. */
  public static void quietKafka() {
    setLevel("org.apache.kafka", "OFF");
  }

  private static void setLevel(String logger, String level) {
    ((Logger) LoggerFactory.getLogger(logger)).setLevel(Level.toLevel(level));
  }

  private static LogLevel parse(String text) {
    return Arrays.stream(values())
        .filter(level -> level.name().equals(text))
        .findFirst()
        .orElseThrow(() -> new SettingsException("must be ERROR, WARN, INFO, DEBUG or TRACE"));
  }
}
