package io.tributary.client.failure;

/** Takes rejected records, such as {@link DeadLetterTopic}. */
@FunctionalInterface
public interface DeadLetterHandler {

  /**
   * Keeps the record. After the return it is safe, and the consumer goes on behind it. An exception
   * is retried by the policy's retries; then the consumer stops.
   */
  void take(RejectedRecord rejected) throws Exception;
}
