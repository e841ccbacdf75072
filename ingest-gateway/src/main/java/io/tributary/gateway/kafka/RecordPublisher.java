package io.tributary.gateway.kafka;

import io.tributary.runtime.lifecycle.Deadline;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Appends records to topics. */
public interface RecordPublisher {

  /**
   * Appends the records in order, without blocking. What has not been sent when the deadline passes
   * never will be. The future never fails; it is done soon after the deadline at the latest, on any
   * thread.
   */
  CompletableFuture<PublishResult> publish(
      List<? extends OutgoingRecord<?, ?>> records, Deadline deadline);
}
