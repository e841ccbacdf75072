package io.tributary.runtime.ambient;

import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;

/** A generator for each thread, because the platform's own has one lock for the whole JVM. */
final class ThreadSecureRandom extends SecureRandom {

  private static final long serialVersionUID = 1;

  private static final ThreadLocal<SecureRandom> OWN =
      ThreadLocal.withInitial(ThreadSecureRandom::seeded);

  private static SecureRandom seeded() {
    try {
      return SecureRandom.getInstance("DRBG");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void nextBytes(byte[] bytes) {
    OWN.get().nextBytes(bytes);
  }
}
