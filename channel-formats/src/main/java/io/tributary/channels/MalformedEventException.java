package io.tributary.channels;

import io.tributary.schemas.json.FieldPath;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/** A malformed request or event; names the field and the rule. */
public final class MalformedEventException extends RuntimeException {

  private static final long serialVersionUID = 1L;
  private static final int NONE = -1;
  private static final Pattern USUAL = Pattern.compile("[A-Za-z0-9_.-]{1,64}");

  private final String place;
  private final String rule;
  private final int index;

  /**
   * A broken rule.
   *
   * @param index position in the request's outermost array
   */
  public MalformedEventException(String place, String rule, OptionalInt index) {
    super(place + " " + rule);
    this.place = place;
    this.rule = rule;
    this.index = index.orElse(NONE);
  }

  public static MalformedEventException body(String rule) {
    return at(FieldPath.BODY, rule);
  }

  /** Masks unusual names: people read the text on terminals. */
  public static MalformedEventException at(FieldPath place, String rule) {
    return new MalformedEventException(
        place.toString(name -> USUAL.matcher(name).matches() ? name : "…"), rule, place.index());
  }

  /** The field, such as {@code body} or {@code messages[3].chat_id}. */
  public String place() {
    return place;
  }

  public String rule() {
    return rule;
  }

  /** Position in the request's outermost array. */
  public OptionalInt index() {
    return index == NONE ? OptionalInt.empty() : OptionalInt.of(index);
  }
}
