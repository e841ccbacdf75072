package io.tributary.processors;

import io.tributary.runtime.config.HostPort;
import io.tributary.runtime.config.Setting;
import io.tributary.runtime.config.SettingType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Settings of the processors. */
public final class ProcessorsSettings {

  /** Health and metrics. */
  public static final Setting<HostPort> LISTEN =
      Setting.of(
          "processors.listen",
          SettingType.LISTENER,
          "127.0.0.1:8081",
          "Where the processors serve health and metrics.");

  /** Where state stores live. */
  public static final Setting<Path> STATE_DIR =
      Setting.of(
          "state.dir",
          SettingType.PATH,
          "tributary-state",
          "Folder of the processors' state stores; what is lost there, or was not closed in"
              + " order, is restored from Kafka.");

  /** Memory of all state stores. */
  public static final Setting<Long> STATE_MEMORY =
      Setting.of(
          "state.memory",
          SettingType.BYTES,
          "256MiB",
          "Memory outside of the heap for all state stores of the process together: blocks read, and"
              + " up to a half of it what is not yet on disk. A MiB for each store is enough; there is"
              + " one for each partition of each state.");

  /** Threads of one instance. */
  public static final Setting<Integer> THREADS =
      Setting.of(
          "processors.threads",
          SettingType.integer(1, 64),
          "2",
          "Threads of one instance; more than there are partitions stay idle.");

  /** Copies of each store that other instances keep warm. */
  public static final Setting<Integer> STANDBY_REPLICAS =
      Setting.of(
          "processors.standby.replicas",
          SettingType.integer(0, 5),
          "0",
          "Copies of each state store that other instances keep warm, so that they take over quickly.");

  /** When what nobody saw go from inbox counts as expired. */
  public static final Setting<Duration> SWEEP_GRACE =
      Setting.of(
          "inbox.sweep.grace",
          SettingType.DURATION,
          "3d",
          "A message or receipt of an inbox counts as expired so long after its time was over, though"
              + " nobody has seen DynamoDB remove it.");

  /** When redactions are written once more. */
  public static final Setting<Duration> REMOVALS_REPEAT =
      Setting.of(
          "removals.repeat",
          SettingType.DURATION,
          "60s",
          "A removal that somebody asked for is written once more so much later, for a sink that slept"
              + " with an older state in hand; longer than any request to DynamoDB takes.");

  /** All of them. */
  public static final List<Setting<?>> ALL =
      List.of(
          LISTEN, STATE_DIR, STATE_MEMORY, THREADS, STANDBY_REPLICAS, SWEEP_GRACE, REMOVALS_REPEAT);

  private ProcessorsSettings() {}
}
