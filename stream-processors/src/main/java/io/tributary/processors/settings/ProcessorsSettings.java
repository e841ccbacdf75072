package io.tributary.processors.settings;

import io.tributary.runtime.config.HostPort;
import io.tributary.runtime.config.Setting;
import io.tributary.runtime.config.SettingType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

public final class ProcessorsSettings {

  public static final Setting<HostPort> LISTEN =
      Setting.of(
          "processors.listen",
          SettingType.LISTENER,
          "127.0.0.1:8081",
          "Address of the processors' health and metrics.");

  public static final Setting<Path> STATE_DIR =
      Setting.of(
          "state.dir",
          SettingType.PATH,
          "tributary-state",
          "Folder of state stores. Kafka restores damaged ones, and all of a process that ended 20"
              + " hours ago.");

  public static final Setting<Long> STATE_MEMORY =
      Setting.of(
          "state.memory",
          SettingType.BYTES,
          "256MiB",
          "Memory outside the heap for all state stores; 1 MiB per state and partition suffices.");

  public static final Setting<Integer> THREADS =
      Setting.of(
          "processors.threads",
          SettingType.integer(1, 64),
          "2",
          "Threads of one instance; more threads than partitions stay idle.");

  /** Warm copies. */
  public static final Setting<Integer> STANDBY_REPLICAS =
      Setting.of(
          "processors.standby.replicas",
          SettingType.integer(0, 5),
          "0",
          "Warm copies of each state store on other instances, for a quick take-over.");

  /** Grace after expiredat. */
  public static final Setting<Duration> SWEEP_GRACE =
      Setting.of(
          "inbox.sweep.grace",
          SettingType.DURATION,
          "3d",
          "Time after expiredat when an expired inbox item counts without a seen removal.");

  /** Delay of rewrites. */
  public static final Setting<Duration> REMOVALS_REPEAT =
      Setting.of(
          "removals.repeat",
          SettingType.DURATION,
          "60s",
          "Time until a requested removal is written again; longer than any request to DynamoDB.");

  public static final List<Setting<?>> ALL =
      List.of(
          LISTEN, STATE_DIR, STATE_MEMORY, THREADS, STANDBY_REPLICAS, SWEEP_GRACE, REMOVALS_REPEAT);

  private ProcessorsSettings() {}
}
