package io.tributary.operations.deadletters;

import io.tributary.schemas.topic.Family;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Id of a dead letter: its position in the dead letters of its family. */
public record DeadLetterId(Family family, int partition, long offset) {

  private static final Pattern FORM = Pattern.compile("([a-z]+)/(\\d{1,9})/(\\d{1,18})");

  /** Parses a text such as {@code devices/2/17}; empty for another text. */
  public static Optional<DeadLetterId> parse(String text) {
    Matcher parts = FORM.matcher(text);
    return parts.matches()
        ? Arrays.stream(Family.values())
            .filter(family -> family.label().equals(parts.group(1)))
            .findFirst()
            .map(
                family ->
                    new DeadLetterId(
                        family, Integer.parseInt(parts.group(2)), Long.parseLong(parts.group(3))))
        : Optional.empty();
  }

  @Override
  public String toString() {
    return family.label() + '/' + partition + '/' + offset;
  }
}
