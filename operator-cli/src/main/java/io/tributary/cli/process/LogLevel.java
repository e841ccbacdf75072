package io.tributary.cli.process;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.tributary.runtime.config.Setting;
import io.tributary.runtime.config.SettingType;
import io.tributary.runtime.config.SettingsException;
import java.util.Arrays;
import org.slf4j.LoggerFactory;

/** How much of its own work the pipeline logs. */
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

  /** Makes it so for the loggers of this project. */
  public void apply() {
    setLevel("io.tributary", name());
  }

  /** Keeps the Kafka clients from telling that a server is away, which the command tells itself. */
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
