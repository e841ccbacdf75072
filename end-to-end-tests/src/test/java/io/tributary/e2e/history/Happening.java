package io.tributary.e2e.history;

/** What a fact does to its thread, so that a test can say what its traffic has reached. */
enum Happening {
  /** A message that is stored. */
  MESSAGES,
  /** A message that is stored already. */
  REPEATS,
  /** A message whose life had ended, and which begins another one. */
  MESSAGES_AGAIN,
  /** A thread that begins. */
  THREADS,
  /** A thread whose life had ended, and which begins another one. */
  THREADS_AGAIN,
  /** A change of a thread. */
  CHANGES,
  /** One between temporary and lasting. */
  FLIPS,
  /** A thread told what it knows already. */
  NO_CHANGES,
  /** A feedback that changes its message. */
  FEEDBACK,
  /** A feedback that says what its message has already. */
  NO_FEEDBACK,
  /** A feedback that waits. */
  WAITS,
  /** A wait that ends with the message. */
  WAITS_MET,
  /** A wait that ends without. */
  WAITS_LOST,
  /** A processor's word that time has passed. */
  TICKS
}
