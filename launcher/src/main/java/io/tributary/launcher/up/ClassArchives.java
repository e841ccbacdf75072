package io.tributary.launcher.up;

import io.tributary.runtime.context.RuntimeContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Archives of the embedded servers' loaded classes, in a folder that the start script names. A
 * server uses the one that is there, or else writes one when it ends.
 */
final class ClassArchives {

  private static final String FOLDER = RuntimeContext.jvmProperty("tributary.class.archives", "");

  private ClassArchives() {}

  /** True if the server writes an archive when it ends, which takes it longer. */
  static boolean isWritten(String server) {
    return !FOLDER.isEmpty() && !Files.exists(archive(server));
  }

  /**
   * Options of a server's Java.
   *
   * @param alone false of several that start at once, and would write the same file
   */
  static List<String> options(String server, boolean alone) {
    if (FOLDER.isEmpty() || (isWritten(server) && !alone)) {
      return List.of();
    }
    return isWritten(server)
        ? List.of("-XX:ArchiveClassesAtExit=" + archive(server))
        : List.of(
            "-XX:+UnlockDiagnosticVMOptions",
            "-XX:ArchiveRelocationMode=0",
            "-XX:SharedArchiveFile=" + archive(server));
  }

  private static Path archive(String server) {
    return Path.of(FOLDER, server + ".jsa");
  }
}
