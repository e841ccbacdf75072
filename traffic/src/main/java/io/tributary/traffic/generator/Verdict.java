package io.tributary.traffic.generator;

/** The answer that a request must get, if it gets one that is neither 5xx nor lost. */
public enum Verdict {
  /** It is right: 2xx. */
  ACCEPTED,
  /** It is wrong whenever it comes: 4xx, and no fact comes of it. */
  REFUSED,
  /**
   * It depends on what came before it: 2xx or 4xx; a command that is refused is in the log, too.
   */
  EITHER
}
