package io.tributary.channels;

/**
 * A part of a body's text.
 *
 * @param start of its first character
 * @param end behind its last one
 */
record Span(int start, int end) {

  int length() {
    return end - start;
  }
}
