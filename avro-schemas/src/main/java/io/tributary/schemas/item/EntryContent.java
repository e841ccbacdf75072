package io.tributary.schemas.item;

/**
 * How long the content of a conversation's entry may be. The gateway refuses more before it answers
 * that it has it, and the processors refuse it again, because not only the gateway writes topics.
 */
public final class EntryContent {

  private static final long MOST_BYTES = 256L * 1024;

  /** In its item it is a JSON string, and longer; this much fits there with whatever ids. */
  private static final long MOST_JSON_BYTES = 384L * 1024;

  private EntryContent() {}

  /** True when an item has room for it. */
  public static boolean fits(String content) {
    return ItemSize.utf8(content) <= MOST_BYTES && ItemSize.json(content) <= MOST_JSON_BYTES;
  }

  /** The rule in words. */
  public static String rule() {
    return "must have at most %d bytes of UTF-8, and %d as a JSON string"
        .formatted(MOST_BYTES, MOST_JSON_BYTES);
  }
}
