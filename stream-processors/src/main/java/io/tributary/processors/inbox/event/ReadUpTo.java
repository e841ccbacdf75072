package io.tributary.processors.inbox.event;

import java.nio.ByteBuffer;

/**
 * Up to when a user has read everything; both in epoch seconds.
 *
 * @param readat when the user said so
 */
record ReadUpTo(long until, long readat) {

  /** When a message that the mark covers was read: not before there was one. */
  long readatOf(long received) {
    return Math.max(readat, received);
  }

  byte[] bytes() {
    return ByteBuffer.allocate(2 * Long.BYTES).putLong(until).putLong(readat).array();
  }

  static ReadUpTo of(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    return new ReadUpTo(buffer.getLong(), buffer.getLong());
  }
}
