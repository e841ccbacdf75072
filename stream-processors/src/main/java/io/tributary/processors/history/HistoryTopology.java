package io.tributary.processors.history;

import io.tributary.avro.envelope.ClockTick;
import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.avro.history.HistoryEvent;
import io.tributary.avro.history.HistoryMessage;
import io.tributary.avro.history.HistoryThread;
import io.tributary.processors.fact.FactSource;
import io.tributary.processors.fact.WaitRule;
import io.tributary.processors.plan.FamilyTopology;
import io.tributary.processors.plan.TopologyPlan;
import io.tributary.processors.state.StateKind;
import io.tributary.schemas.deadletter.Failure;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.schemas.key.MessageKey;
import io.tributary.schemas.key.ThreadKey;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.HistoryTopics;
import java.util.function.UnaryOperator;

/** The history family: one log of events folds into messages and threads. */
public final class HistoryTopology implements FamilyTopology {

  private static final StateKind<MessageKey, HistoryMessage> MESSAGES =
      new StateKind<>(
          HistoryTopics.MESSAGES,
          MessageKey::of,
          key -> MessageRule.idOf(key.thread(), key.role(), key.messageId()),
          UnaryOperator.identity(),
          HistoryMessage::getExpiryTimeS,
          HistoryMessage::getRev);

  private static final StateKind<ThreadKey, HistoryThread> THREADS =
      new StateKind<>(
          HistoryTopics.THREADS,
          ThreadKey::of,
          ThreadKey::pk,
          ThreadRule::recordOf,
          HistoryThread::getExpiryTimeS,
          HistoryThread::getRev);

  @Override
  public Family family() {
    return Family.HISTORY;
  }

  @Override
  public void addTo(TopologyPlan plan) {
    plan.facts(events(), () -> new HistoryStep(plan.states(MESSAGES), plan.states(THREADS)))
        .with(MESSAGES, THREADS)
        .waiting(feedback())
        .to(HistoryTopics.MESSAGES, HistoryTopics.THREADS, HistoryTopics.FEEDBACK);
  }

  private static FactSource<ThreadKey, HistoryEvent> events() {
    return new FactSource<>(HistoryTopics.EVENTS, EventScope::threadOf, HistoryEvent::getEnvelope);
  }

  private static WaitRule<HistoryEvent> feedback() {
    return new WaitRule<>(
        HistoryTopics.WAITS,
        HistoryTopics.FEEDBACK_WAIT,
        new Failure(
            FailureCode.MESSAGE_NOT_FOUND,
            "the feedback's message did not come in %d minutes"
                .formatted(HistoryTopics.FEEDBACK_WAIT.toMinutes())),
        HistoryTopology::tick);
  }

  private static HistoryEvent tick(HistoryEvent waiting, FactEnvelope envelope) {
    return HistoryEvent.newBuilder(waiting)
        .setEnvelope(envelope)
        .setEvent(ClockTick.newBuilder().build())
        .build();
  }
}
