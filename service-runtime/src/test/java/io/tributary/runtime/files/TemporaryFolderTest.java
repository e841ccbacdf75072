package io.tributary.runtime.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class TemporaryFolderTest {

  private static final String PREFIX = "tributary-folder-test-";

  @Test
  void shouldDeleteFoldersOfKilledProcesses() throws IOException {
    Path left = Files.createTempDirectory(PREFIX);
    Files.writeString(Files.createDirectory(left.resolve("states")).resolve("file"), "x");
    age(left);
    Path young = Files.createTempDirectory(PREFIX);

    try (TemporaryFolder used = TemporaryFolder.create(PREFIX)) {
      age(used.path());
      TemporaryFolder.create(PREFIX).close();

      assertThat(left).doesNotExist();
      assertThat(young).exists();
      assertThat(used.path()).exists();
    } finally {
      Files.delete(young);
    }
    try (var rest = Files.list(left.getParent())) {
      assertThat(rest.filter(path -> path.getFileName().toString().startsWith(PREFIX))).isEmpty();
    }
  }

  private static void age(Path folder) throws IOException {
    Files.setLastModifiedTime(folder, FileTime.from(Instant.now().minusSeconds(120)));
  }
}
