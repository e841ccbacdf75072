package io.tributary.channels;

import java.util.OptionalInt;

/** A malformed request or event; names the field and the rule. */
public final class MalformedEventException extends RuntimeException {

  private static final long serialVersionUID = 1L;
  private static final int NONE = -1;

  private final String place;
  private final String rule;
  private final int index;

  /**
   * With the message that the two make.
   *
   * @param place such as {@code body} or {@code messages[3].chat_id}
   * @param rule what must be there
   * @param index which item of the request's outermost list it is in
   */
  public MalformedEventException(String place, String rule, OptionalInt index) {
    super(place + " " + rule);
    this.place = place;
    this.rule = rule;
    this.index = index.orElse(NONE);
  }

  /** Such as {@code body} or {@code messages[3].chat_id}. */
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
