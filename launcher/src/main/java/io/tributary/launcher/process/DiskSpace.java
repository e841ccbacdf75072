package io.tributary.launcher.process;

import io.tributary.operations.status.Format;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Free space of the disk below a folder. */
public final class DiskSpace {

  /** Kafka and the tables begin with files of tens of MiB. */
  private static final long LEAST_BYTES = 64L * 1024 * 1024;

  private DiskSpace() {}

  /** Words for a disk that is full, or nearly; empty for another. */
  public static Optional<String> shortage(Path folder) {
    try {
      FileStore disk = Files.getFileStore(folder);
      long free = disk.getUsableSpace();
      return free >= LEAST_BYTES
          ? Optional.empty()
          : Optional.of(
              "its disk is full: %s of %s free, at least %s are needed"
                  .formatted(
                      Format.bytes(free),
                      Format.bytes(disk.getTotalSpace()),
                      Format.bytes(LEAST_BYTES)));
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
