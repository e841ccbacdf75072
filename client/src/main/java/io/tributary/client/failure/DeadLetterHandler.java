package io.tributary.client.failure;

/** Takes records that could not be handled, such as {@link DeadLetterTopic}. */
@FunctionalInterface
public interface DeadLetterHandler {

  /**
   * Keeps the record. Returning means that it is safe: the consumer goes on behind it. What is
   * thrown is tried again, as often as the fate's retries say; then the consumer stops.
   */
  void take(RejectedRecord rejected) throws Exception;
}
