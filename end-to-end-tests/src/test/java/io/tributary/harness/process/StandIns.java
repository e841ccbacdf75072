package io.tributary.harness.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;

/** Tools that documents use, but that a machine which builds the project need not have. */
public final class StandIns {

  private static final List<String> TOOLS = List.of("curl", "openssl", "kcat");

  private StandIns() {}

  /**
   * A {@code PATH} with all of the tools.
   *
   * @param folder where stand-ins of those are made that are not on the given path
   */
  public static String path(String path, Path folder) throws IOException {
    for (String tool : TOOLS) {
      if (!isOn(path, tool)) {
        make(tool, folder);
      }
    }
    return path + ":" + folder.toAbsolutePath();
  }

  /** Whether a tool is on the path. */
  public static boolean isOn(String path, String tool) {
    return Arrays.stream(path.split(":", -1))
        .anyMatch(part -> Files.isExecutable(Path.of(part, tool)));
  }

  private static void make(String tool, Path folder) throws IOException {
    String script =
        """
        #!/bin/sh
        exec '%s' -XX:TieredStopAtLevel=1 -cp '%s' %s %s "$@"
        """
            .formatted(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                System.getProperty("java.class.path"),
                StandIn.class.getName(),
                tool);
    Files.createDirectories(folder);
    Path file = folder.resolve(tool);
    Files.writeString(file, script);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
