package io.tributary.cli.up;

import io.tributary.runtime.ambient.Ambient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Archives of loaded classes for the embedded servers, which Java maps into memory instead of
 * reading and checking each class. The launcher says where they are, and where to write them.
 */
final class ClassArchives {

  private static final String USED = Ambient.jvmProperty("tributary.class.archives", "");
  private static final String WRITTEN = Ambient.jvmProperty("tributary.class.archives.written", "");

  private ClassArchives() {}

  /** True if servers write archives when they end, which takes them longer. */
  static boolean areWritten() {
    return !WRITTEN.isEmpty();
  }

  /** Options of the Java process of a server; none where there is no archive for it. */
  static List<String> options(String server) {
    if (areWritten()) {
      return List.of("-XX:ArchiveClassesAtExit=" + archive(WRITTEN, server));
    }
    Path archive = archive(USED, server);
    return Files.exists(archive) ? List.of("-XX:SharedArchiveFile=" + archive) : List.of();
  }

  private static Path archive(String folder, String server) {
    return Path.of(folder, server + ".jsa");
  }
}
