package io.tributary.gateway.kafka;

import io.tributary.runtime.lifecycle.Deadline;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Appends records to topics. */
public interface RecordPublisher {

  /**
   * Appends records in order, without blocking. Records unsent at the deadline are dropped. The
   * future never fails, and ends soon after the deadline, on any thread.
   */
  CompletableFuture<PublishResult> publish(
      List<? extends OutgoingRecord<?, ?>> records, Deadline deadline);
}
