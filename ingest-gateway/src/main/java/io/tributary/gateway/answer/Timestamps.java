package io.tributary.gateway.answer;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Times as answers write them: {@code YYYY-MM-DDTHH:MM:SSZ}. */
public final class Timestamps {

  private Timestamps() {}

  /** The second that those epoch milliseconds lie in. */
  public static String format(long epochMillis) {
    return Instant.ofEpochMilli(epochMillis).truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
