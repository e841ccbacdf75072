package io.tributary.processors.history;

import io.tributary.avro.envelope.ClockTick;
import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.avro.history.HistoryEvent;
import io.tributary.avro.history.HistoryMessage;
import io.tributary.avro.history.HistoryThread;
import io.tributary.processors.fact.FactSource;
import io.tributary.processors.state.StateDescriptor;
import io.tributary.processors.topology.ProcessorsFamily;
import io.tributary.processors.topology.TopologyPlan;
import io.tributary.processors.waiting.WaitPolicy;
import io.tributary.schemas.deadletter.Failure;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.schemas.key.history.MessageKey;
import io.tributary.schemas.key.history.ThreadKey;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.HistoryTopics;

/** The history family: one log of events folds into messages and threads. */
public final class HistoryFamily implements ProcessorsFamily {

  private static final StateDescriptor<MessageKey, HistoryMessage> MESSAGES =
      new StateDescriptor<>(
          HistoryTopics.MESSAGES,
          MessageKey::of,
          key -> MessageRule.idOf(key.thread(), key.role(), key.messageId()),
          HistoryMessage::getExpiryTimeS,
          HistoryMessage::getRev);

  private static final StateDescriptor<ThreadKey, HistoryThread> THREADS =
      new StateDescriptor<>(
              HistoryTopics.THREADS,
              ThreadKey::of,
              ThreadKey::pk,
              HistoryThread::getExpiryTimeS,
              HistoryThread::getRev)
          .recordedAs(ThreadRule::recordOf);

  @Override
  public Family family() {
    return Family.HISTORY;
  }

  @Override
  public void addTo(TopologyPlan plan) {
    plan.waitingFacts(
            events(),
            feedback(),
            stores ->
                new HistoryStep(
                    plan.states(MESSAGES, stores).evictingBy(stores),
                    plan.states(THREADS, stores).evictingBy(stores)))
        .with(MESSAGES, THREADS)
        .to(HistoryTopics.MESSAGES, HistoryTopics.THREADS, HistoryTopics.FEEDBACK);
  }

  private static FactSource<ThreadKey, HistoryEvent> events() {
    return new FactSource<>(HistoryTopics.EVENTS, EventScope::threadOf, HistoryEvent::getEnvelope);
  }

  private static WaitPolicy<HistoryEvent> feedback() {
    return new WaitPolicy<>(
        HistoryTopics.WAITS,
        HistoryTopics.FEEDBACK_WAIT,
        new Failure(
            FailureCode.MESSAGE_NOT_FOUND,
            "the feedback's message did not come in %d minutes"
                .formatted(HistoryTopics.FEEDBACK_WAIT.toMinutes())),
        HistoryFamily::tick);
  }

  private static HistoryEvent tick(HistoryEvent waiting, FactEnvelope envelope) {
    return HistoryEvent.newBuilder(waiting)
        .setEnvelope(envelope)
        .setEvent(ClockTick.newBuilder().build())
        .build();
  }
}
