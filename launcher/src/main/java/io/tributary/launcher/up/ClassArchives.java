package io.tributary.launcher.up;

import io.tributary.runtime.ambient.Ambient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Archives of the embedded servers' loaded classes, in the folder that the start script names. */
final class ClassArchives {

  private static final String USED = Ambient.jvmProperty("tributary.class.archives", "");
  private static final String WRITTEN = Ambient.jvmProperty("tributary.class.archives.written", "");

  private ClassArchives() {}

  /** True if servers write archives when they end, which takes them longer. */
  static boolean areWritten() {
    return !WRITTEN.isEmpty();
  }

  /** Options of a server's Java. */
  static List<String> options(String server) {
    if (areWritten()) {
      return List.of("-XX:ArchiveClassesAtExit=" + archive(WRITTEN, server));
    }
    Path archive = archive(USED, server);
    return Files.exists(archive)
        ? List.of(
            "-XX:+UnlockDiagnosticVMOptions",
            "-XX:ArchiveRelocationMode=0",
            "-XX:SharedArchiveFile=" + archive)
        : List.of();
  }

  private static Path archive(String folder, String server) {
    return Path.of(folder, server + ".jsa");
  }
}
