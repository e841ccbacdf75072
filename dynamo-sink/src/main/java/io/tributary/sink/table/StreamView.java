package io.tributary.sink.table;

/** What a table's stream tells of each change. */
public enum StreamView {
  /** The item as it was before. */
  OLD_IMAGE
}
