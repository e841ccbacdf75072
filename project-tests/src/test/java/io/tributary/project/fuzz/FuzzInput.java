package io.tributary.project.fuzz;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * A fuzzer's bytes: choices first, then a content. A part of the content may be repeated, because
 * nesting and length come of few bytes so.
 */
final class FuzzInput {

  /** First byte of a content with a repeated part; its lower half is the power of two. */
  private static final int REPEATED = 0xE0;

  private static final int POWER = 0x0F;
  private static final int LONGEST_PART = 32;
  private static final int MOST = 1 << 16;

  private final byte[] bytes;
  private int at;

  FuzzInput(byte[] bytes) {
    this.bytes = bytes;
  }

  int below(int bound) {
    return at < bytes.length ? (bytes[at++] & 0xFF) % bound : 0;
  }

  boolean isRare() {
    return below(8) == 1;
  }

  <T> T of(List<T> choices) {
    return choices.get(below(choices.size()));
  }

  private int upTo(int end) {
    return (below(256) << 8 | below(256)) % (end + 1);
  }

  /** The content: all bytes that are left. */
  byte[] content() {
    int head = below(256);
    if (head < REPEATED || at >= bytes.length) {
      return rest();
    }
    int length = 1 + below(LONGEST_PART);
    byte[] part = Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + length));
    at += part.length;
    int times = Math.min(1 << (head & POWER), MOST / Math.max(1, part.length));
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    for (int i = 0; i < times; i++) {
      content.writeBytes(part);
    }
    content.writeBytes(rest());
    return content.toByteArray();
  }

  private byte[] rest() {
    byte[] rest = Arrays.copyOfRange(bytes, Math.min(at, bytes.length), bytes.length);
    at = bytes.length;
    return rest;
  }

  /** The content as text, broken UTF-8 replaced. */
  String text() {
    return new String(content(), StandardCharsets.UTF_8);
  }

  /** A sample, a part of which is replaced by the content. */
  byte[] splicedInto(String sample) {
    byte[] whole = sample.getBytes(StandardCharsets.UTF_8);
    int from = upTo(whole.length);
    int to = Math.min(whole.length, from + below(64));
    ByteArrayOutputStream spliced = new ByteArrayOutputStream();
    spliced.write(whole, 0, from);
    spliced.writeBytes(content());
    spliced.write(whole, to, whole.length - to);
    return spliced.toByteArray();
  }
}
