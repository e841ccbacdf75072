package io.tributary.schemas.deadletter;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The record that failed. Together with the stage it identifies a dead letter.
 *
 * @param topic its name in the cluster
 */
public record Origin(String topic, int partition, long offset) {

  private static final Pattern FORM = Pattern.compile("(.+)/(\\d{1,9})/(\\d{1,18})");

  /** As {@link #toString} gives it; empty for anything else. */
  public static Optional<Origin> parse(String text) {
    Matcher matcher = FORM.matcher(text);
    return matcher.matches()
        ? Optional.of(
            new Origin(
                matcher.group(1),
                Integer.parseInt(matcher.group(2)),
                Long.parseLong(matcher.group(3))))
        : Optional.empty();
  }

  @Override
  public String toString() {
    return topic + '/' + partition + '/' + offset;
  }
}
