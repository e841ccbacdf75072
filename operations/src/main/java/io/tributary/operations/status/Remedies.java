package io.tributary.operations.status;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;

/** Remedies by readiness code, or by the code of a finding. */
public final class Remedies {

  private static final Properties BY_CODE = new Properties();

  static {
    try (InputStream file = Remedies.class.getResourceAsStream("remedies.properties")) {
      BY_CODE.load(Objects.requireNonNull(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Remedies() {}

  public static Set<String> codes() {
    return BY_CODE.stringPropertyNames();
  }

  static String of(String code) {
    return BY_CODE.getProperty(code, "see the instance's log");
  }
}
