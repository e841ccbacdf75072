package io.tributary.benchmarks.process;

import io.tributary.runtime.ambient.Ambient;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/** What figures depend on beside what is measured. */
public final class Machine {

  private Machine() {}

  /** Cores, JDK and load, for the head of a report. */
  public static String describe() {
    return "%d cores, JDK %s, load average %s"
        .formatted(
            Runtime.getRuntime().availableProcessors(),
            Ambient.jvmProperty("java.runtime.version", "?"),
            load());
  }

  /** Processes that ran or waited to, on average over the last minute. */
  public static String load() {
    return "%.1f".formatted(ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
  }

  /** Processor time of a process until now, in nanoseconds. */
  public static long cpu(ProcessHandle process) {
    return process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos();
  }
}
