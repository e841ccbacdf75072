package io.tributary.channels.event;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Providers' notations of time in epoch milliseconds; empty if invalid. */
public final class EpochMillis {

  private static final int MILLISECONDS = 3;
  private static final long LATEST_SECOND = 999_999_999_999L;
  private static final Predicate<String> SECONDS =
      Pattern.compile("[0-9]{1,12}(\\.[0-9]{1,9})?").asMatchPredicate();
  private static final Predicate<String> MILLIS = Pattern.compile("[0-9]{1,15}").asMatchPredicate();

  private static final Pattern COMMENT = Pattern.compile("\\([^()]*\\)");

  private EpochMillis() {}

  /** Epoch seconds, with or without a fraction. */
  public static OptionalLong ofSeconds(Optional<String> text) {
    return text.filter(SECONDS)
        .map(seconds -> new BigDecimal(seconds).movePointRight(MILLISECONDS).longValue())
        .map(OptionalLong::of)
        .orElse(OptionalLong.empty());
  }

  public static OptionalLong ofMillis(Optional<String> text) {
    return text.filter(MILLIS)
        .map(millis -> OptionalLong.of(Long.parseLong(millis)))
        .orElse(OptionalLong.empty());
  }

  /** ISO 8601 with an offset. */
  public static OptionalLong ofIso(Optional<String> text) {
    try {
      Optional<Instant> moment = text.map(iso -> OffsetDateTime.parse(iso).toInstant());
      return moment.filter(EpochMillis::isInRange).isPresent()
          ? OptionalLong.of(moment.orElseThrow().toEpochMilli())
          : OptionalLong.empty();
    } catch (DateTimeException e) {
      return OptionalLong.empty();
    }
  }

  /** RFC 5322, such as {@code Thu, 1 Jan 2026 00:00:00 +0000 (UTC)}. */
  public static OptionalLong ofMail(Optional<String> text) {
    try {
      Optional<Instant> moment =
          text.map(date -> COMMENT.matcher(date).replaceAll("").strip())
              .map(date -> DateTimeFormatter.RFC_1123_DATE_TIME.parse(date, Instant::from));
      return moment.filter(EpochMillis::isInRange).isPresent()
          ? OptionalLong.of(moment.orElseThrow().toEpochMilli())
          : OptionalLong.empty();
    } catch (DateTimeException e) {
      return OptionalLong.empty();
    }
  }

  private static boolean isInRange(Instant moment) {
    return moment.getEpochSecond() >= 0 && moment.getEpochSecond() <= LATEST_SECOND;
  }
}
