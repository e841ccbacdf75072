package io.tributary.runtime.version;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A release, such as {@code 1.0.0}. */
public record Version(String number) {

  private static final Pattern NUMBERS = Pattern.compile("\\d{1,9}(\\.\\d{1,9})*");

  /** True if the other is a later release; false without numbers. */
  public boolean isOlderThan(Version other) {
    int[] own = numbers();
    int[] others = other.numbers();
    return own.length > 0 && others.length > 0 && Arrays.compare(own, others) < 0;
  }

  /** The numbers before a suffix such as -SNAPSHOT. */
  private int[] numbers() {
    Matcher leading = NUMBERS.matcher(number);
    return leading.lookingAt()
        ? Stream.of(leading.group().split("\\.", -1)).mapToInt(Integer::parseInt).toArray()
        : new int[0];
  }

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
