package io.tributary.channels.json;

/**
 * A range of a body's text.
 *
 * @param end exclusive
 */
public record TextRange(int start, int end) {

  public int length() {
    return end - start;
  }
}
