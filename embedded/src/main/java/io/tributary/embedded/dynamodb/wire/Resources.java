package io.tributary.embedded.dynamodb.wire;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Text files beside classes. */
public final class Resources {
  private Resources() {}

  /** The text of a file. */
  public static String text(Class<?> beside, String name) {
    try (InputStream in = Objects.requireNonNull(beside.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
