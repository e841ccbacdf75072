package io.tributary.simulation;

/** The end of a process, thrown where its code would have gone on. */
final class Crash extends Error {

  private static final long serialVersionUID = 1L;

  Crash() {
    super("crashed", null, false, false);
  }
}
