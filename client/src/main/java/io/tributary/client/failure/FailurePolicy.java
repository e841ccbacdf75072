package io.tributary.client.failure;

/** Policy for a record that could not be handled. */
public sealed interface FailurePolicy {

  /** Retries before the policy applies. */
  Retries retries();

  /** The consumer stops; the record and all behind it stay to be delivered again. */
  static FailurePolicy stop(Retries retries) {
    return new Stop(retries);
  }

  /** The handler takes the record, and the consumer goes on behind it. */
  static FailurePolicy handOver(Retries retries, DeadLetterHandler to) {
    return new HandOver(retries, to);
  }

  record Stop(Retries retries) implements FailurePolicy {}

  record HandOver(Retries retries, DeadLetterHandler to) implements FailurePolicy {}
}
