package io.tributary.operations.status;

import org.jspecify.annotations.Nullable;

/** A resource that opens at its first use. */
final class Lazy<T extends AutoCloseable> implements AutoCloseable {

  private final Opener<T> opener;
  private @Nullable T opened;

  Lazy(Opener<T> opener) {
    this.opener = opener;
  }

  @FunctionalInterface
  interface Opener<T> {
    T open() throws InterruptedException;
  }

  synchronized T get() throws InterruptedException {
    T resource = opened;
    if (resource == null) {
      resource = opener.open();
      opened = resource;
    }
    return resource;
  }

  @Override
  public synchronized void close() {
    if (opened != null) {
      Probe.closeQuietly(opened);
    }
  }
}
