package io.tributary.sink.table;

/** Content of a table's stream. */
public enum StreamView {
  /** The item as it was before. */
  OLD_IMAGE
}
