package io.tributary.launcher.up;

import io.tributary.operations.OperationException;
import io.tributary.runtime.files.DeleteTree;
import io.tributary.runtime.files.FolderLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The folder of one embedded pipeline, its owner's alone to read, and this process's as long as it
 * is open. A temporary one is removed when it is closed.
 */
final class DataDirectory implements AutoCloseable {

  private static final String LOCK = "up.lock";

  private final Path path;
  private final boolean temporary;
  private final FolderLock hold;

  private DataDirectory(Path path, boolean temporary, FolderLock hold) {
    this.path = path;
    this.temporary = temporary;
    this.hold = hold;
  }

  /** The given folder, made if it is missing, or a temporary one. */
  static DataDirectory open(Optional<Path> wanted) throws IOException {
    Path path =
        wanted.isPresent()
            ? wanted.get().toAbsolutePath().normalize()
            : Files.createTempDirectory("tributary-");
    boolean ours = !Files.exists(path) || isOurs(path);
    FolderLock hold =
        FolderLock.take(path, LOCK)
            .orElseThrow(
                () -> OperationException.conflict(path + " is in use by another running pipeline"));
    if (ours) {
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwx------"));
    }
    return new DataDirectory(path, wanted.isEmpty(), hold);
  }

  /** Whether a folder is empty or a pipeline's own. */
  private static boolean isOurs(Path folder) throws IOException {
    try (Stream<Path> content = Files.list(folder)) {
      return Files.exists(folder.resolve(LOCK)) || content.findAny().isEmpty();
    }
  }

  /** The folder, absolute. */
  Path path() {
    return path;
  }

  @Override
  public void close() throws IOException {
    if (temporary) {
      DeleteTree.delete(path);
    }
    hold.close();
  }
}
