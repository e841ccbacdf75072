package io.tributary.schemas.item;

import org.apache.kafka.common.utils.Utils;

/**
 * Bytes of a DynamoDB item as AWS counts them: names and values of its attributes in UTF-8. A
 * number counts with the most that it may take, so an item is never larger than this says.
 */
public final class ItemSize {

  /** What an item must stay under: 400 KB. */
  public static final long LIMIT = 400L * 1024;

  private static final int LARGEST_NUMBER = 21;
  private static final int QUOTES = 2;
  private static final int SHORT_ESCAPE = 2;
  private static final int UNICODE_ESCAPE = 6;

  private long bytes;

  /** Adds an attribute of text. */
  public ItemSize text(String name, String value) {
    return text(name, utf8(value));
  }

  /** Adds an attribute of text that has so many bytes. */
  public ItemSize text(String name, long valueBytes) {
    bytes += utf8(name) + valueBytes;
    return this;
  }

  /** Adds an attribute that is a number. */
  public ItemSize number(String name) {
    return text(name, LARGEST_NUMBER);
  }

  /** All that has been added. */
  public long bytes() {
    return bytes;
  }

  /** Bytes of a text. */
  public static long utf8(String text) {
    return Utils.utf8Length(text);
  }

  /** Bytes of a text as a JSON string, quotes included, with no more escaped than must be. */
  public static long json(String text) {
    long escapes = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\' || "\b\t\n\f\r".indexOf(c) >= 0) {
        escapes += SHORT_ESCAPE - 1;
      } else if (c < ' ') {
        escapes += UNICODE_ESCAPE - 1;
      }
    }
    return utf8(text) + escapes + QUOTES;
  }
}
