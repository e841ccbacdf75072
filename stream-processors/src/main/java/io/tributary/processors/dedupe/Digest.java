package io.tributary.processors.dedupe;

import java.nio.ByteBuffer;

/** 128 bits of an identity. */
public record Digest(long high, long low) {

  static final int BYTES = 16;

  /** The first 16 of these bytes. */
  static Digest of(byte[] bytes) {
    return read(ByteBuffer.wrap(bytes));
  }

  static Digest read(ByteBuffer from) {
    return new Digest(from.getLong(), from.getLong());
  }

  public byte[] bytes() {
    return ByteBuffer.allocate(BYTES).putLong(high).putLong(low).array();
  }
}
