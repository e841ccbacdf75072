package io.tributary.gateway.devices.keys;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Times as the family writes them: {@code YYYY-MM-DDTHH:MM:SSZ}. */
final class Timestamps {

  private Timestamps() {}

  static String format(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
