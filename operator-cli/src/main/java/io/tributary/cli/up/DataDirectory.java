package io.tributary.cli.up;

import io.tributary.cli.process.CommandException;
import io.tributary.runtime.files.FolderHold;
import io.tributary.runtime.files.Removal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The folder of one embedded pipeline, this process's alone as long as it is open. A temporary one
 * is removed when it is closed.
 */
final class DataDirectory implements AutoCloseable {

  private final Path path;
  private final boolean temporary;
  private final FolderHold hold;

  private DataDirectory(Path path, boolean temporary, FolderHold hold) {
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
    FolderHold hold =
        FolderHold.take(path, "up.lock")
            .orElseThrow(
                () -> CommandException.failed(path + " is in use by another running pipeline"));
    return new DataDirectory(path, wanted.isEmpty(), hold);
  }

  /** The folder, absolute. */
  Path path() {
    return path;
  }

  @Override
  public void close() throws IOException {
    if (temporary) {
      Removal.of(path);
    }
    hold.close();
  }
}
