package io.tributary.processors;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Loads the library in processes of their own: each loads it once. */
final class RocksDbLibraryTest {

  @Test
  void shouldUnpackOnce(@TempDir Path temporary) throws Exception {
    assertThat(load(temporary)).isZero();
    Path library = onlyFile(temporary);
    Object unpacked = Files.readAttributes(library, "unix:ino").get("ino");

    assertThat(load(temporary)).isZero();

    assertThat(onlyFile(temporary)).isEqualTo(library);
    assertThat(Files.readAttributes(library, "unix:ino")).containsEntry("ino", unpacked);
  }

  private static int load(Path temporary) throws Exception {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Djava.io.tmpdir=" + temporary,
            "-cp",
            System.getProperty("java.class.path"),
            Loading.class.getName())
        .inheritIO()
        .start()
        .waitFor();
  }

  private static Path onlyFile(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> file.toString().contains("rocksdb"))
          .reduce(
              (one, other) -> {
                throw new AssertionError(one + " and " + other);
              })
          .orElseThrow();
    }
  }

  /** A process that is killed after it has loaded the library. */
  static final class Loading {

    private Loading() {}

    public static void main(String[] arguments) {
      RocksDbLibrary.load();
      Runtime.getRuntime().halt(0);
    }
  }
}
