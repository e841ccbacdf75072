package io.tributary.schemas.key;

/** A text is not the key it is taken for. Names the part and the rule, never the text. */
public final class KeyFormatException extends RuntimeException {

  private final String rule;

  public KeyFormatException(String rule) {
    super(rule);
    this.rule = rule;
  }

  /** The part and the rule it breaks. */
  public String rule() {
    return rule;
  }
}
