package io.tributary.runtime.files;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A private temporary folder; close deletes it with its content. Folders that killed processes left
 * are deleted when the next one is made.
 */
public record TemporaryFolder(Path path, FolderLock lock) implements AutoCloseable {

  private static final String LOCK = ".lock";

  /** A younger folder may not be locked yet. */
  private static final Duration YOUNG = Duration.ofMinutes(1);

  /**
   * Makes a folder.
   *
   * @param prefix of its name, for this purpose alone
   */
  public static TemporaryFolder create(String prefix) throws IOException {
    Path folder = Files.createTempDirectory(prefix);
    FolderLock lock =
        FolderLock.take(folder, LOCK)
            .orElseThrow(() -> new IOException(folder + " is in use by another process"));
    try (DirectoryStream<Path> left = Files.newDirectoryStream(folder.getParent(), prefix + "*")) {
      for (Path each : left) {
        if (!each.equals(folder)) {
          deleteIfLeft(each, Files.getLastModifiedTime(folder).toInstant().minus(YOUNG));
        }
      }
    }
    return new TemporaryFolder(folder, lock);
  }

  private static void deleteIfLeft(Path folder, Instant young) {
    try {
      if (Files.getLastModifiedTime(folder).toInstant().isAfter(young)) {
        return;
      }
      Ownership.requireFolder(folder);
      Optional<FolderLock> lock = FolderLock.take(folder, LOCK);
      if (lock.isPresent()) {
        new TemporaryFolder(folder, lock.get()).close();
      }
    } catch (IOException e) {
      // another user's, or deleted meanwhile
    }
  }

  @Override
  public void close() throws IOException {
    lock.close();
    DeleteTree.delete(path);
  }
}
