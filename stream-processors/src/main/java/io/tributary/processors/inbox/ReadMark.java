package io.tributary.processors.inbox;

import java.nio.ByteBuffer;

/**
 * Up to when a user has read everything; both in epoch seconds.
 *
 * @param readat when the user said so
 */
record ReadMark(long until, long readat) {

  /** When a message that the mark covers was read: not before there was one. */
  long readatOf(long received) {
    return Math.max(readat, received);
  }

  byte[] bytes() {
    return ByteBuffer.allocate(2 * Long.BYTES).putLong(until).putLong(readat).array();
  }

  static ReadMark of(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    return new ReadMark(buffer.getLong(), buffer.getLong());
  }
}
