package io.tributary.schemas.key;

/** A text is not a key of the expected kind. Names the part and the rule, never the text. */
public final class KeyFormatException extends RuntimeException {

  private final String rule;

  public KeyFormatException(String rule) {
    super(rule);
    this.rule = rule;
  }

  public String rule() {
    return rule;
  }
}
