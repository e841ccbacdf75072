package io.tributary.processors.history;

import io.tributary.avro.envelope.ClockTick;
import io.tributary.avro.history.HistoryEvent;
import io.tributary.avro.history.HistoryMessage;
import io.tributary.avro.history.HistoryThread;
import io.tributary.avro.history.MessageRole;
import io.tributary.avro.history.PostedFeedback;
import io.tributary.avro.history.PostedMessage;
import io.tributary.avro.history.ThreadDetails;
import io.tributary.processors.fact.OutputRecord;
import io.tributary.processors.state.TtlStateStore;
import io.tributary.processors.waiting.WaitingStep;
import io.tributary.schemas.key.history.MessageKey;
import io.tributary.schemas.key.history.ThreadKey;
import io.tributary.schemas.topic.HistoryTopics;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Folds the events of a thread, in the order of their log, into its messages and itself. */
final class HistoryStep implements WaitingStep<HistoryEvent> {

  private final TtlStateStore<MessageKey, HistoryMessage> messages;
  private final TtlStateStore<ThreadKey, HistoryThread> threads;

  HistoryStep(
      TtlStateStore<MessageKey, HistoryMessage> messages,
      TtlStateStore<ThreadKey, HistoryThread> threads) {
    this.messages = messages;
    this.threads = threads;
  }

  @Override
  public void check(HistoryEvent event) {
    EventScope.check(event);
  }

  @Override
  public Optional<String> waitsFor(HistoryEvent event) {
    return event.getEvent() instanceof PostedFeedback feedback
            && target(EventScope.of(event), feedback).isEmpty()
        ? Optional.of(feedback.getMessageId())
        : Optional.empty();
  }

  @Override
  public Optional<String> satisfies(HistoryEvent event) {
    return event.getEvent() instanceof PostedMessage message
        ? Optional.of(message.getMessageId())
        : Optional.empty();
  }

  @Override
  public List<OutputRecord<?, ?>> apply(HistoryEvent event) {
    EventScope scope = EventScope.of(event);
    if (!(event.getEvent() instanceof ClockTick)) {
      messages.observeTime(scope.acceptedAt());
      threads.observeTime(scope.acceptedAt());
    }
    if (event.getEvent() instanceof PostedMessage message) {
      return post(scope, message);
    }
    if (event.getEvent() instanceof ThreadDetails details) {
      return describe(scope, details);
    }
    if (event.getEvent() instanceof PostedFeedback feedback) {
      return rate(scope, feedback);
    }
    return List.of();
  }

  private List<OutputRecord<?, ?>> post(EventScope scope, PostedMessage message) {
    String id = MessageRule.idOf(scope.thread(), message.getRole(), message.getMessageId());
    if (messages.find(id, scope.acceptedAt()).isPresent()) {
      messages.countDuplicate();
      return List.of();
    }
    Optional<HistoryThread> before = thread(scope);
    HistoryThread thread =
        ThreadRule.joined(
            scope,
            before.orElseGet(() -> ThreadRule.created(scope, message.getThread(), firstRev(scope))),
            message);
    before.ifPresent(existing -> thread.setRev(existing.getRev() + 1));
    long rev = messages.firstRev(id, scope.acceptedAt());
    return List.of(
        messages.change(MessageRule.posted(scope, message, thread, rev)), threads.change(thread));
  }

  private List<OutputRecord<?, ?>> describe(EventScope scope, ThreadDetails details) {
    Optional<HistoryThread> before = thread(scope);
    if (before.isEmpty()) {
      return List.of(threads.change(ThreadRule.created(scope, details, firstRev(scope))));
    }
    Optional<HistoryThread> after = ThreadRule.changed(scope, before.get(), details);
    List<OutputRecord<?, ?>> changes = new ArrayList<>();
    after.ifPresent(thread -> changes.add(threads.change(thread)));
    after
        .filter(thread -> thread.getIsTemporary() != before.get().getIsTemporary())
        .ifPresent(thread -> changes.addAll(renew(scope, thread)));
    return changes;
  }

  private List<OutputRecord<?, ?>> renew(EventScope scope, HistoryThread thread) {
    return messages
        .findAll(
            MessageRule.prefixOf(scope.thread()),
            message -> MessageKey.of(message).thread().equals(scope.thread()),
            scope.acceptedAt())
        .stream()
        .<OutputRecord<?, ?>>map(
            message -> messages.change(MessageRule.renewed(scope, message, thread)))
        .toList();
  }

  private List<OutputRecord<?, ?>> rate(EventScope scope, PostedFeedback feedback) {
    return target(scope, feedback)
        .flatMap(message -> MessageRule.rated(scope, message, feedback))
        .<List<OutputRecord<?, ?>>>map(
            message ->
                List.of(
                    messages.change(message),
                    new OutputRecord<>(
                        HistoryTopics.FEEDBACK,
                        MessageKey.of(message),
                        MessageRule.feedbackOf(message))))
        .orElseGet(List::of);
  }

  /** The target of feedback: the assistant's message of that id, else the user's. */
  private Optional<HistoryMessage> target(EventScope scope, PostedFeedback feedback) {
    return Stream.of(MessageRole.assistant, MessageRole.user)
        .map(role -> MessageRule.idOf(scope.thread(), role, feedback.getMessageId()))
        .flatMap(id -> messages.find(id, scope.acceptedAt()).stream())
        .findFirst();
  }

  private Optional<HistoryThread> thread(EventScope scope) {
    return threads.find(scope.thread().pk(), scope.acceptedAt());
  }

  private long firstRev(EventScope scope) {
    return threads.firstRev(scope.thread().pk(), scope.acceptedAt());
  }
}
