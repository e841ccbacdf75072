package io.tributary.runtime.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A private temporary folder; close deletes it with its content. */
public record TemporaryFolder(Path path) implements AutoCloseable {

  public static TemporaryFolder create(String prefix) throws IOException {
    return new TemporaryFolder(Files.createTempDirectory(prefix));
  }

  @Override
  public void close() throws IOException {
    DeleteTree.delete(path);
  }
}
