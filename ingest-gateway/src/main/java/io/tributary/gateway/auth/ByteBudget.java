package io.tributary.gateway.auth;

import java.util.concurrent.atomic.AtomicLong;

/** The bytes of request bodies that the gateway holds at once. Safe for all threads. */
public final class ByteBudget {

  private final long limit;
  private final AtomicLong used = new AtomicLong();

  public ByteBudget(long limit) {
    this.limit = limit;
  }

  public Lease open() {
    return new Lease();
  }

  public long used() {
    return used.get();
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

  /** A request's share; grows with the body and is released once. */
  public final class Lease {

    private long held;
    private boolean released;

    private Lease() {}

    /** Grows the share to at least that size; false when the budget is used up. */
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

    /** Returns the share; a second call does nothing. */
    public synchronized void release() {
      if (!released) {
        released = true;
        used.addAndGet(-held);
      }
    }
  }
}
