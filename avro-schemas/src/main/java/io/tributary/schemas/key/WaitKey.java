package io.tributary.schemas.key;

/**
 * Key of a fact that waits: the key that its record has, and its offset, so that those of a key
 * sort as they came.
 *
 * @param factKey chooses the partition, as it does for the fact
 */
public record WaitKey(String factKey, long offset) {

  /** Codec of {@code {fact key}#{offset:019}}. */
  public static final KeyCodec<WaitKey> CODEC =
      KeyCodec.of(
          WaitKey.class,
          "{key of the fact}#{offset:019}",
          key -> prefix(key.factKey()) + Digits.padded("offset", key.offset(), WaitKey.DIGITS),
          WaitKey::decode,
          WaitKey::factKey);

  private static final char SEPARATOR = '#';
  private static final int DIGITS = 19;

  /** Refuses a negative offset with {@link KeyFormatException}. */
  public WaitKey {
    String unused = Digits.padded("offset", offset, DIGITS);
  }

  /** What the texts of all waits of a fact's key start with, and some of other keys. */
  public static String prefix(String factKey) {
    return factKey + SEPARATOR;
  }

  private static WaitKey decode(String text) {
    int separator = text.length() - DIGITS - 1;
    if (separator < 0 || text.charAt(separator) != SEPARATOR) {
      throw new KeyFormatException("a wait's key must be {fact key}#{offset}");
    }
    return new WaitKey(
        text.substring(0, separator),
        Digits.parse("offset", text.substring(separator + 1), DIGITS));
  }
}
