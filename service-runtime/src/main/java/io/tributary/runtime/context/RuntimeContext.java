package io.tributary.runtime.context;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;

/**
 * Clock, randomness and environment of the process, passed to constructors so that tests can
 * replace them.
 *
 * @param random for jitter; any thread may use it
 * @param secrets for ids and keys
 */
public record RuntimeContext(
    InstantSource clock,
    Ticker ticker,
    RandomGenerator random,
    SecureRandom secrets,
    Map<String, String> environment) {

  public static RuntimeContext system() {
    RandomGenerator random = () -> ThreadLocalRandom.current().nextLong();
    return new RuntimeContext(
        InstantSource.system(),
        System::nanoTime,
        random,
        new ThreadSecureRandom(),
        Map.copyOf(System.getenv()));
  }

  /** A random UUID of version 4. */
  public UUID newUuid() {
    byte[] bytes = new byte[16];
    secrets.nextBytes(bytes);
    bytes[6] = (byte) ((bytes[6] & 0x0f) | 0x40);
    bytes[8] = (byte) ((bytes[8] & 0x3f) | 0x80);
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    return new UUID(buffer.getLong(), buffer.getLong());
  }

  public long nowMillis() {
    return clock.millis();
  }

  public static String jvmProperty(String name, String byDefault) {
    return System.getProperty(name, byDefault);
  }
}
