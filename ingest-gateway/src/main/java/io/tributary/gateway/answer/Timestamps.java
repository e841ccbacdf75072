package io.tributary.gateway.answer;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Timestamps of answers: {@code YYYY-MM-DDTHH:MM:SSZ}. */
public final class Timestamps {

  private Timestamps() {}

  public static String format(long epochMillis) {
    return Instant.ofEpochMilli(epochMillis).truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
