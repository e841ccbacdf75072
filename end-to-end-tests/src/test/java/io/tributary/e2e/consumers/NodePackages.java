package io.tributary.e2e.consumers;

import io.tributary.harness.process.Launcher;
import io.tributary.harness.process.RunningProcess;
import io.tributary.harness.process.Tools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A copy of the example for Node with its packages, where these can be had. */
final class NodePackages {

  /** Where the documents have it. */
  static final String PLACE = "examples/node";

  private static final int OLDEST = 18;
  private static final Pattern VERSION = Pattern.compile("v(\\d+)\\..*");

  /** What npm says where its registry cannot be reached, or lets only some in. */
  private static final Pattern AWAY =
      Pattern.compile(
          "ENOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENEEDAUTH"
              + "|E401|E403|E407|E5\\d\\d|ENOTCACHED|network");

  private static final List<String> FILES =
      List.of("package.json", "package-lock.json", "read.mjs");

  private final Path folder;

  NodePackages(Path folder) {
    this.folder = folder.toAbsolutePath();
  }

  Path folder() {
    return folder;
  }

  /**
   * Installs the packages by that command. What they are is checked against the lock file; only a
   * registry that cannot be reached, or is slow, is nobody's fault.
   *
   * @return whether they can be used; says on standard output why not
   */
  boolean install(Launcher launcher, String command) throws IOException {
    Files.createDirectories(folder);
    for (String file : FILES) {
      Files.copy(Launcher.ROOT.resolve(PLACE).resolve(file), folder.resolve(file));
    }
    for (String tool : List.of("node", "npm")) {
      if (!Tools.canRun(tool)) {
        return false;
      }
    }
    if (version(launcher) < OLDEST) {
      return missing("node is older than " + OLDEST);
    }
    try (RunningProcess npm = launcher.startShell("npm", command)) {
      if (npm.awaitExit() == 0) {
        return true;
      }
      if (!AWAY.matcher(npm.logged()).find()) {
        throw new AssertionError("npm refuses the example's packages:\n" + npm.logTail());
      }
      return missing("npm could not get its packages");
    }
  }

  private static int version(Launcher launcher) {
    try (RunningProcess node = launcher.startShell("node-version", "exec node --version")) {
      node.awaitExit();
      Matcher version = VERSION.matcher(node.printed().strip());
      if (!version.matches()) {
        throw new AssertionError("node --version says " + node.printed());
      }
      return Integer.parseInt(version.group(1));
    }
  }

  private static boolean missing(String why) {
    System.out.println(
        "NOT RUN: the example for Node has read nothing, because " + why + "; the JVM's have");
    return false;
  }
}
