package io.tributary.client.failure;

/** What becomes of a record that could not be handled, once its retries are used up. */
public sealed interface FailurePolicy {

  /** Retries before anything else happens. */
  Retries retries();

  /** The consumer stops and says why: the record, and all behind it, stay to be delivered again. */
  static FailurePolicy stop(Retries retries) {
    return new Stop(retries);
  }

  /** Somebody else takes the record, and the consumer goes on behind it. */
  static FailurePolicy handOver(Retries retries, DeadLetterHandler to) {
    return new HandOver(retries, to);
  }

  /** See {@link #stop}. */
  record Stop(Retries retries) implements FailurePolicy {}

  /** See {@link #handOver}. */
  record HandOver(Retries retries, DeadLetterHandler to) implements FailurePolicy {}
}
