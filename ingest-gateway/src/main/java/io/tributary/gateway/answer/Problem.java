package io.tributary.gateway.answer;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * An error as the reply to a request: code, message and the broken field.
 *
 * @param message names fields and rules, never values
 * @param headers beyond those of every answer
 */
public record Problem(
    ErrorCode code,
    String message,
    Optional<Place> place,
    Map<String, String> headers,
    Optional<String> reason)
    implements Reply {

  public Problem(
      ErrorCode code, String message, Optional<Place> place, Map<String, String> headers) {
    this(code, message, place, headers, Optional.empty());
  }

  /** The same with a reason that operators learn and the sender does not. */
  public Problem because(String hidden) {
    return new Problem(code, message, place, headers, Optional.of(hidden));
  }

  /**
   * A field that breaks a rule.
   *
   * @param index position in the request's outermost list
   */
  public record Place(String field, String rule, OptionalInt index) {

    private static final int LONGEST_FIELD = 256;
    private static final Pattern UNUSUAL = Pattern.compile("[^ -~…]");

    public Place {
      field = shown(field);
    }

    /** A path cut, with unusual characters masked: names are the sender's. */
    static String shown(String path) {
      String cut = path.length() <= LONGEST_FIELD ? path : path.substring(0, LONGEST_FIELD) + '…';
      return UNUSUAL.matcher(cut).replaceAll("?");
    }
  }

  public static Problem of(ErrorCode code, String message) {
    return new Problem(code, message, Optional.empty(), Map.of());
  }

  /** A field of a request without lists, or outside of them. */
  public static Problem at(ErrorCode code, String field, String rule) {
    return at(code, new Place(field, rule, OptionalInt.empty()));
  }

  public static Problem at(ErrorCode code, Place place) {
    return new Problem(code, place.field() + " " + place.rule(), Optional.of(place), Map.of());
  }

  /** Status 503 with Retry-After: 1. */
  public static Problem unavailable(String message) {
    return new Problem(
        ErrorCode.UNAVAILABLE, message, Optional.empty(), Map.of("retry-after", "1"));
  }

  /** The answer while the gateway has too much under way. */
  public static Problem overloaded() {
    return unavailable("too much is under way; repeat the request in a moment");
  }

  @Override
  public int status() {
    return code.status();
  }
}
