package io.tributary.runtime.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * An exclusive lock of a process on a folder. The operating system releases it when the process
 * ends.
 */
public final class FolderLock implements AutoCloseable {

  private final Path folder;
  private final FileChannel locked;

  private FolderLock(Path folder, FileChannel locked) {
    this.folder = folder;
    this.locked = locked;
  }

  /**
   * Locks a folder, creating it if missing.
   *
   * @return empty if locked, by this process or another
   */
  public static Optional<FolderLock> take(Path folder, String file) throws IOException {
    // A link to a folder is one too; createDirectories refuses it before JDK 20 (JDK-8294193).
    if (!Files.isDirectory(folder)) {
      Files.createDirectories(folder);
    }
    FileChannel channel =
        FileChannel.open(folder.resolve(file), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      if (isLocked(channel)) {
        return Optional.of(new FolderLock(folder, channel));
      }
    } catch (IOException e) {
      channel.close();
      throw e;
    }
    channel.close();
    return Optional.empty();
  }

  /** Syncs the folder's entries to disk. */
  public void force() throws IOException {
    try (FileChannel directory = FileChannel.open(folder, StandardOpenOption.READ)) {
      directory.force(true);
    }
  }

  @Override
  public void close() throws IOException {
    locked.close();
  }

  private static boolean isLocked(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException heldByThisProcess) {
      return false;
    }
  }
}
