package io.tributary.client.poll;

import java.time.Duration;

/** Decision after an attempt. */
sealed interface AttemptResult {

  /** The record is done. */
  record Finished() implements AttemptResult {}

  record Again(Duration delay, String why) implements AttemptResult {}

  record Fatal(String why, Throwable cause) implements AttemptResult {}
}
