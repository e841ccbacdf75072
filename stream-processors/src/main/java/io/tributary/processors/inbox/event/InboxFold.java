package io.tributary.processors.inbox.event;

import io.tributary.avro.inbox.InboxEvent;
import io.tributary.processors.fact.FactSource;
import io.tributary.processors.state.DelayedRewrites;
import io.tributary.processors.topology.TopologyPlan;
import io.tributary.processors.waiting.WaitPolicy;
import io.tributary.schemas.deadletter.Failure;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.schemas.key.inbox.InboxKey;
import io.tributary.schemas.topic.InboxTopics;
import java.util.OptionalInt;

/** The part of the topology that folds the log of inboxes. */
public final class InboxFold {

  private InboxFold() {}

  public static void addTo(TopologyPlan plan, InboxLimits limits) {
    plan.waitingFacts(events(), reads(limits), stores -> new InboxEventStep(plan, stores, limits))
        .with(InboxStates.MESSAGES, InboxStates.RECEIPTS, InboxStates.STATS)
        .keeping(ReadUpToStore.store(), DelayedRewrites.store(InboxStates.REPEATS))
        .to(InboxTopics.MESSAGES, InboxTopics.RECEIPTS, InboxTopics.STATS, InboxTopics.PUBLISHES);
  }

  static FactSource<InboxKey, InboxEvent> events() {
    return new FactSource<>(InboxTopics.EVENTS, EventRule::inboxOf, InboxEvent::getEnvelope);
  }

  static WaitPolicy<InboxEvent> reads(InboxLimits limits) {
    return new WaitPolicy<>(
        InboxTopics.WAITS,
        InboxTopics.READ_WAIT,
        new Failure(
            FailureCode.MESSAGE_NOT_FOUND,
            "the message that was read did not come in %d minutes"
                .formatted(InboxTopics.READ_WAIT.toMinutes())),
        new ReadTimeout(),
        OptionalInt.of(limits.slice()));
  }
}
