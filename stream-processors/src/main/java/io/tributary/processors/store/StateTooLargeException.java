package io.tributary.processors.store;

/** A state that the changelog of its store could not take. */
public final class StateTooLargeException extends RuntimeException {

  StateTooLargeException(String store) {
    super("its change is too large for " + store);
  }
}
