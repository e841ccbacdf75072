package io.tributary.runtime.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A private folder among temporary files; its close removes it with all in it. */
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
