package io.tributary.processors.store;

/** A state that its changelog cannot take. */
public final class StateTooLargeException extends RuntimeException {

  StateTooLargeException(String store) {
    super("its change is too large for " + store);
  }
}
