package io.tributary.gateway.admission;

import java.util.concurrent.atomic.AtomicLong;

/** How many bytes of request bodies may be inside the gateway at once. Safe for all threads. */
public final class ByteBudget {

  private final long limit;
  private final AtomicLong used = new AtomicLong();
  private final AtomicLong leases = new AtomicLong();

  public ByteBudget(long limit) {
    this.limit = limit;
  }

  /** An empty share of the budget. */
  public Lease open() {
    leases.incrementAndGet();
    return new Lease();
  }

  /** Bytes in use. */
  public long used() {
    return used.get();
  }

  /** True while nobody has a share, be it an empty one. */
  public boolean isIdle() {
    return leases.get() == 0;
  }

  private boolean take(long bytes) {
    long before;
    do {
      before = used.get();
      if (bytes > limit - before) {
        return false;
      }
    } while (!used.compareAndSet(before, before + bytes));
    return true;
  }

  /** One request's share. It grows with the body and is given back once. */
  public final class Lease {

    private long held;
    private boolean released;

    private Lease() {}

    /** Makes the share at least so large; false when the budget has no more. */
    public synchronized boolean growTo(long bytes) {
      if (released) {
        return false;
      }
      if (bytes <= held) {
        return true;
      }
      boolean taken = take(bytes - held);
      held = taken ? bytes : held;
      return taken;
    }

    /** Gives the share back; a second call does nothing. */
    public synchronized void release() {
      if (!released) {
        released = true;
        used.addAndGet(-held);
        leases.decrementAndGet();
      }
    }
  }
}
