package io.tributary.client.poll;

import java.time.Duration;

/** What to do with a record after an attempt at it. */
sealed interface Verdict {

  /** Nothing: it is done with. */
  record Finished() implements Verdict {}

  /** Try it again, a while later. */
  record Again(Duration delay, String why) implements Verdict {}

  /** Stop the consumer. */
  record Fatal(String why, Throwable cause) implements Verdict {}
}
