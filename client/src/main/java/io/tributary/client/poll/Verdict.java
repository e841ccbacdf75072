package io.tributary.client.poll;

import java.time.Duration;

/** Decision after an attempt. */
sealed interface Verdict {

  /** The record is done. */
  record Finished() implements Verdict {}

  record Again(Duration delay, String why) implements Verdict {}

  record Fatal(String why, Throwable cause) implements Verdict {}
}
