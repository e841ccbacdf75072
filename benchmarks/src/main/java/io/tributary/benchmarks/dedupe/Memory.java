package io.tributary.benchmarks.dedupe;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What a process and a folder hold. */
final class Memory {

  private Memory() {}

  /** Bytes of the heap that are in use. */
  static long heap() {
    System.gc();
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  /** The most memory that this process has held, in MiB. */
  static long peakMiB() throws IOException {
    return status("VmHWM:");
  }

  /** What this process holds now, in MiB. */
  static long residentMiB() throws IOException {
    return status("VmRSS:");
  }

  /** Bytes of the files whose names end like this. */
  static long disk(Path folder, String ending) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> file.toString().endsWith(ending))
          .mapToLong(file -> file.toFile().length())
          .sum();
    }
  }

  private static long status(String field) throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
      return lines
          .filter(line -> line.startsWith(field))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
          .findFirst()
          .orElse(-1);
    }
  }
}
