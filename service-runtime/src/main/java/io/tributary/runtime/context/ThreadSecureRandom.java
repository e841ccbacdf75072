package io.tributary.runtime.context;

import java.security.SecureRandom;
import java.util.Arrays;

/**
 * The platform's generator, drawn from in large pieces by each thread: it has one lock for the
 * whole JVM. Taken bytes are wiped.
 */
final class ThreadSecureRandom extends SecureRandom {

  private static final long serialVersionUID = 1;
  private static final int DRAWN_BYTES = 2048;
  private static final ThreadLocal<Stock> STOCKS = ThreadLocal.withInitial(Stock::new);

  private static final class Stock {

    private static final SecureRandom PLATFORM = new SecureRandom();

    private final byte[] bytes = new byte[DRAWN_BYTES];
    private int taken = DRAWN_BYTES;

    private void take(byte[] into) {
      if (into.length > DRAWN_BYTES - taken) {
        PLATFORM.nextBytes(bytes);
        taken = 0;
      }
      System.arraycopy(bytes, taken, into, 0, into.length);
      Arrays.fill(bytes, taken, taken + into.length, (byte) 0);
      taken += into.length;
    }
  }

  /** A generator that looks for the platform's only when it is drawn from. */
  ThreadSecureRandom() {
    super(null, null);
  }

  @Override
  public void nextBytes(byte[] bytes) {
    if (bytes.length > DRAWN_BYTES) {
      Stock.PLATFORM.nextBytes(bytes);
    } else {
      STOCKS.get().take(bytes);
    }
  }
}
