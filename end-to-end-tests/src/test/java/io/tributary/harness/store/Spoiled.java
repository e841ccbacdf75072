package io.tributary.harness.store;

import java.util.Arrays;

/** Bytes that are almost a framed Avro value. */
public final class Spoiled {

  private static final byte[] TWO_BILLION = {
    (byte) 0x80, (byte) 0xD0, (byte) 0xAC, (byte) 0xF3, 0x0E
  };

  private Spoiled() {}

  /** Nothing that was ever framed. */
  public static byte[] garbage() {
    return new byte[] {0x13, 0x37, 0, -1, 42};
  }

  /** The first half. */
  public static byte[] cut(byte[] value) {
    return Arrays.copyOf(value, value.length / 2);
  }

  /** The same under the fingerprint of a schema that nobody knows. */
  public static byte[] unknownSchema(byte[] value) {
    byte[] unknown = value.clone();
    Arrays.fill(unknown, 2, 10, (byte) 7);
    return unknown;
  }

  /** 16 bytes whose first text claims to have 2,000,000,000. */
  public static byte[] absurd(byte[] value) {
    byte[] absurd = Arrays.copyOf(value, 16);
    System.arraycopy(TWO_BILLION, 0, absurd, 10, TWO_BILLION.length);
    return absurd;
  }
}
