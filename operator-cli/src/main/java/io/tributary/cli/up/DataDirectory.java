package io.tributary.cli.up;

import io.tributary.cli.process.CommandException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The folder of one embedded pipeline, this process's alone as long as it is open. A temporary one
 * is removed when it is closed.
 */
final class DataDirectory implements AutoCloseable {

  private final Path path;
  private final boolean temporary;
  private final FileChannel lock;

  private DataDirectory(Path path, boolean temporary, FileChannel lock) {
    this.path = path;
    this.temporary = temporary;
    this.lock = lock;
  }

  /** The given folder, made if it is missing, or a temporary one. */
  static DataDirectory open(Optional<Path> wanted) throws IOException {
    Path path =
        wanted.isPresent()
            ? made(wanted.get().toAbsolutePath().normalize())
            : Files.createTempDirectory("tributary-");
    FileChannel channel =
        FileChannel.open(
            path.resolve("up.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    if (!locked(channel)) {
      channel.close();
      throw CommandException.failed(path + " is in use by another running pipeline");
    }
    return new DataDirectory(path, wanted.isEmpty(), channel);
  }

  /** A link to a folder is one too; createDirectories refuses it before JDK 20 (JDK-8294193). */
  private static Path made(Path path) throws IOException {
    return Files.isDirectory(path) ? path : Files.createDirectories(path);
  }

  /** The folder, absolute. */
  Path path() {
    return path;
  }

  @Override
  public void close() throws IOException {
    if (temporary) {
      Files.walkFileTree(path, new Removal());
    }
    lock.close();
  }

  private static boolean locked(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  /** Goes on when somebody else removes files at the same time. */
  private static final class Removal extends SimpleFileVisitor<Path> {

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      return remove(file);
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
      if (failure instanceof NoSuchFileException) {
        return FileVisitResult.CONTINUE;
      }
      throw failure;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure) {
      return remove(folder);
    }

    private static FileVisitResult remove(Path path) {
      try {
        Files.deleteIfExists(path);
        return FileVisitResult.CONTINUE;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
