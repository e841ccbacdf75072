package io.tributary.runtime.version;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/**
 * Which release this is.
 *
 * @param number of the build, such as {@code 0.3.0}
 */
public record Version(String number) {

  /** The release on the class path. */
  public static Version current() {
    Properties properties = new Properties();
    try (InputStream stream = Version.class.getResourceAsStream("/tributary-version.properties")) {
      properties.load(stream);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Version(properties.getProperty("version"));
  }
}
