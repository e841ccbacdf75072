package io.tributary.processors.inbox.event;

import java.nio.ByteBuffer;

/**
 * Time up to which a user has read everything; both in epoch seconds.
 *
 * @param readat time of the user's request
 */
record ReadUpTo(long until, long readat) {

  /** Time of the read of a message: not before its arrival. */
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
