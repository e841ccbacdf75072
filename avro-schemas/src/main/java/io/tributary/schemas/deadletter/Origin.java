package io.tributary.schemas.deadletter;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Position of a failed record. Together with the stage it identifies a dead letter.
 *
 * @param topic its name in the cluster
 */
public record Origin(String topic, int partition, long offset) {

  private static final Pattern FORM = Pattern.compile("(.+)/(\\d{1,9})/(\\d{1,18})");

  /** Origin in a header; empty for another text. */
  public static Optional<Origin> parse(String text) {
    Matcher parts = FORM.matcher(text);
    return parts.matches()
        ? Optional.of(
            new Origin(
                parts.group(1), Integer.parseInt(parts.group(2)), Long.parseLong(parts.group(3))))
        : Optional.empty();
  }

  @Override
  public String toString() {
    return topic + '/' + partition + '/' + offset;
  }
}
