package io.tributary.schemas.item;

/**
 * Limit of a conversation entry's content. The gateway refuses more before its answer, and the
 * processors again, because other producers write, too.
 */
public final class EntryContent {

  private static final long MOST_BYTES = 256L * 1024;

  /** Limit of the content as a JSON string in its item, beside ids of any length. */
  private static final long MOST_JSON_BYTES = 384L * 1024;

  private EntryContent() {}

  /** True when an item has room for it. */
  public static boolean fits(String content) {
    return ItemSize.utf8(content) <= MOST_BYTES && ItemSize.json(content) <= MOST_JSON_BYTES;
  }

  public static String rule() {
    return "must have at most %d bytes of UTF-8, and %d as a JSON string"
        .formatted(MOST_BYTES, MOST_JSON_BYTES);
  }
}
