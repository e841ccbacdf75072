package io.tributary.e2e.outreach;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Times as items show them. */
final class Moments {

  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private Moments() {}

  static String of(long millis) {
    return FORMAT.format(Instant.ofEpochMilli(millis));
  }
}
