package io.tributary.gateway.inbox;

import io.tributary.runtime.context.RuntimeContext;
import java.nio.ByteBuffer;
import java.util.Locale;

/**
 * Ids of messages: 17 characters {@code 0-9A-Z} that sort by time. Five for the minute since 2025,
 * three for half-milliseconds within it, nine random. They wrap around in 2139.
 */
record MessageIds(RuntimeContext runtime) {

  /** 2025-01-01T00:00:00Z. */
  private static final long EPOCH = 1_735_689_600_000L;

  private static final long MINUTE = 60_000;

  /** 114 years. */
  private static final long MINUTES = 59_959_440;

  private static final int BASE = 36;
  private static final int MINUTE_LENGTH = 5;
  private static final int SLOT_LENGTH = 3;
  private static final int CHANCE_LENGTH = 9;

  /** 36 to the power of 9, which divides 64 bits evenly to six digits. */
  private static final long CHANCES = 101_559_956_668_416L;

  /** False before 2025. */
  boolean areThere() {
    return runtime.nowMillis() >= EPOCH;
  }

  /** A fresh id for epoch milliseconds. */
  String of(long acceptedAt) {
    if (acceptedAt < EPOCH) {
      throw new IllegalArgumentException("no ids before 2025: " + acceptedAt);
    }
    long elapsed = acceptedAt - EPOCH;
    StringBuilder id = new StringBuilder();
    append(id, elapsed / MINUTE % MINUTES, MINUTE_LENGTH);
    append(id, elapsed % MINUTE / 2, SLOT_LENGTH);
    byte[] chance = new byte[Long.BYTES];
    runtime.secrets().nextBytes(chance);
    append(id, Long.remainderUnsigned(ByteBuffer.wrap(chance).getLong(), CHANCES), CHANCE_LENGTH);
    return id.toString();
  }

  private static void append(StringBuilder id, long number, int length) {
    String digits = Long.toString(number, BASE).toUpperCase(Locale.ROOT);
    id.append("0".repeat(length - digits.length())).append(digits);
  }
}
