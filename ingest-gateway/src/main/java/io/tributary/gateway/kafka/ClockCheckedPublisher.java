package io.tributary.gateway.kafka;

import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.lifecycle.HealthReason;
import io.tributary.schemas.key.SortableTime;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Refuses to publish while this machine's clock is not set: facts would be born expired, or refused
 * by the processors.
 */
public final class ClockCheckedPublisher implements RecordPublisher, Component {

  private static final String NOT_SET = "this gateway's clock is not set";

  private final RecordPublisher publisher;
  private final RuntimeContext runtime;

  public ClockCheckedPublisher(RecordPublisher publisher, RuntimeContext runtime) {
    this.publisher = publisher;
    this.runtime = runtime;
  }

  @Override
  public CompletableFuture<PublishResult> publish(
      List<? extends OutgoingRecord<?, ?>> records, Deadline deadline) {
    return isSet()
        ? publisher.publish(records, deadline)
        : CompletableFuture.completedFuture(new PublishResult.Unconfirmed(NOT_SET));
  }

  @Override
  public List<HealthReason> unreadyReasons() {
    return isSet() ? List.of() : List.of(new HealthReason("clock_not_set", NOT_SET));
  }

  private boolean isSet() {
    return SortableTime.accepts(runtime.nowMillis());
  }
}
