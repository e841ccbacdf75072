package io.tributary.runtime.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A folder among temporary files that nobody else can read, gone with all in it at the close. */
public record TemporaryFolder(Path path) implements AutoCloseable {

  /** A new folder. */
  public static TemporaryFolder create(String prefix) throws IOException {
    return new TemporaryFolder(Files.createTempDirectory(prefix));
  }

  @Override
  public void close() throws IOException {
    Removal.of(path);
  }
}
