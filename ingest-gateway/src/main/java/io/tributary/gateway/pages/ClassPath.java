package io.tributary.gateway.pages;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** Resources on the class path, of web jars too. */
final class ClassPath {

  private ClassPath() {}

  static byte[] read(String path) {
    try (InputStream stream = ClassPath.class.getResourceAsStream(path)) {
      if (stream == null) {
        throw new IllegalStateException("missing resource " + path);
      }
      return stream.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A file of a web jar, at its built version. */
  static byte[] read(String group, String artifact, String file) {
    Properties made = new Properties();
    try {
      made.load(
          new ByteArrayInputStream(
              read("/META-INF/maven/%s/%s/pom.properties".formatted(group, artifact))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String version = made.getProperty("version");
    return read("/META-INF/resources/webjars/%s/%s/%s".formatted(artifact, version, file));
  }
}
