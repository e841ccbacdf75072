package io.tributary.processors.inbox;

import io.tributary.avro.inbox.InboxEvent;
import io.tributary.processors.fact.FactSource;
import io.tributary.processors.fact.WaitRule;
import io.tributary.processors.plan.TopologyPlan;
import io.tributary.processors.state.Repeats;
import io.tributary.schemas.deadletter.Failure;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.schemas.key.InboxKey;
import io.tributary.schemas.topic.InboxTopics;
import java.util.OptionalInt;

/** The log of inboxes, folded into what they hold. */
final class InboxFold {

  private InboxFold() {}

  static void addTo(TopologyPlan plan, InboxLimits limits) {
    plan.facts(
            events(),
            () ->
                new InboxEventStep(
                    InboxStates.of(plan, limits), limits, plan.partitions(InboxTopics.EVENTS)))
        .with(InboxStates.MESSAGES, InboxStates.RECEIPTS, InboxStates.STATS)
        .keeping(ReadMarks.store(), Repeats.store(InboxStates.REPEATS))
        .waiting(reads(limits))
        .to(InboxTopics.MESSAGES, InboxTopics.RECEIPTS, InboxTopics.STATS, InboxTopics.PUBLISHES);
  }

  static FactSource<InboxKey, InboxEvent> events() {
    return new FactSource<>(InboxTopics.EVENTS, EventRule::inboxOf, InboxEvent::getEnvelope);
  }

  static WaitRule<InboxEvent> reads(InboxLimits limits) {
    return new WaitRule<>(
        InboxTopics.WAITS,
        InboxTopics.READ_WAIT,
        new Failure(
            FailureCode.MESSAGE_NOT_FOUND,
            "the message that was read did not come in %d minutes"
                .formatted(InboxTopics.READ_WAIT.toMinutes())),
        new ReadWaitEnd(),
        OptionalInt.of(limits.slice()));
  }
}
