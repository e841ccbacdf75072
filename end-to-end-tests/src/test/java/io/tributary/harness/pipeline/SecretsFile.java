package io.tributary.harness.pipeline;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/** Changes files at once, as whoever changes secrets should. */
final class SecretsFile {

  private SecretsFile() {}

  static void replace(Path file, String content) {
    Path next = file.resolveSibling(file.getFileName() + ".next");
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(next, content);
      Files.setPosixFilePermissions(next, PosixFilePermissions.fromString("rw-------"));
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
