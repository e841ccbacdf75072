package io.tributary.channels.json;

/**
 * A part of a body's text.
 *
 * @param start of its first character
 * @param end behind its last one
 */
public record TextRange(int start, int end) {

  public int length() {
    return end - start;
  }
}
