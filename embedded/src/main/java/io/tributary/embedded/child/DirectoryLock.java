package io.tributary.embedded.child;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The exclusive hold of one process on a data directory. The operating system takes it back when
 * the process ends, however it ends.
 */
final class DirectoryLock implements AutoCloseable {
  private static final String FILE = "child.lock";
  private static final long RETRY_MILLIS = 100;

  private final FileChannel channel;

  private DirectoryLock(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Creates the directory if it is missing. The holder may be a predecessor on its way out, so this
   * waits for it.
   *
   * @throws IOException if another process still holds the directory after {@code patience}
   */
  static DirectoryLock acquire(Path directory, Duration patience)
      throws IOException, InterruptedException {
    // A link to a directory is one too; createDirectories refuses it before JDK 20 (JDK-8294193).
    if (!Files.isDirectory(directory)) {
      Files.createDirectories(directory);
    }
    FileChannel channel =
        FileChannel.open(
            directory.resolve(FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    long start = System.nanoTime();
    while (tryLock(channel) == null) {
      if (System.nanoTime() - start > patience.toNanos()) {
        channel.close();
        throw new IOException("data directory " + directory + " is in use by another process");
      }
      Thread.sleep(RETRY_MILLIS);
    }
    return new DirectoryLock(channel);
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException heldByThisProcess) {
      return null;
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
