package io.tributary.schemas.key;

/**
 * Key of a waiting fact: the key of its record, and its offset, so that the facts of a key sort in
 * log order.
 *
 * @param factKey chooses the partition, as for the fact
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

  public WaitKey {
    String unused = Digits.padded("offset", offset, DIGITS);
  }

  /** Common prefix of the waiting facts of a key, and of some of other keys. */
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
