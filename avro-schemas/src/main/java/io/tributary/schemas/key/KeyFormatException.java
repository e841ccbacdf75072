package io.tributary.schemas.key;

/**
 * A text is not the key it is taken for. The message names the part and the rule, never the text.
 */
public final class KeyFormatException extends RuntimeException {

  public KeyFormatException(String message) {
    super(message);
  }
}
