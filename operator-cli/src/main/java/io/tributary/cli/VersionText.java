package io.tributary.cli;

import io.tributary.runtime.version.Version;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** What {@code tributary version} prints. */
final class VersionText {

  private static final String COMMIT_FILE = "/tributary-commit.properties";

  private VersionText() {}

  /** Name, release and commit, such as {@code tributary 1.0.0 (abcdef1)}. */
  static String current() {
    return CommandTree.PROGRAM + ' ' + number() + " (" + commit() + ')';
  }

  /** The release, such as {@code 1.0.0}. */
  static String number() {
    return Version.current().number();
  }

  /** The commit, abbreviated, as far as the build knew it. */
  static String commit() {
    Properties properties = new Properties();
    try (InputStream stream = VersionText.class.getResourceAsStream(COMMIT_FILE)) {
      if (stream != null) {
        properties.load(stream);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String commit = properties.getProperty("git.commit.id.abbrev", "");
    return commit.isEmpty() ? "unknown" : commit;
  }
}
