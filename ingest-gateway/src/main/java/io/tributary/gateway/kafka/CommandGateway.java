package io.tributary.gateway.kafka;

import io.tributary.avro.envelope.CommandDecision;
import io.tributary.avro.envelope.CommandOutcome;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.schemas.topic.Topic;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Sends commands and waits for the single writer's decision. An applied command ends only when this
 * instance's directory shows the change, so that the next request finds it.
 */
public final class CommandGateway {

  /** Longest wait for the outcome of a late command; one that fails has none. */
  private static final Duration LATE = Duration.ofMinutes(1);

  private final FactWriter facts;
  private final Map<String, CompletableFuture<CommandOutcome>> waiting = new ConcurrentHashMap<>();

  /** Ends of commands whose outcome did not come by the deadline. */
  private final Map<Subject, CompletableFuture<?>> late = new ConcurrentHashMap<>();

  private record Subject(Topic<?, ?> topic, Object key) {}

  public CommandGateway(FactWriter facts) {
    this.facts = facts;
  }

  public FactWriter facts() {
    return facts;
  }

  /**
   * Sends a command. The future never fails, and ends by the deadline. Behind a late command of the
   * same subject it waits: repeats would only lengthen the queue that made it late.
   *
   * @param commandId the command's fact id
   */
  public CompletableFuture<CommandResult> execute(
      String commandId, OutgoingRecord<?, ?> command, Visibility visibility, Deadline deadline) {
    CompletableFuture<?> before = late.get(new Subject(command.topic(), command.key()));
    if (before == null) {
      return send(commandId, command, visibility, deadline);
    }
    CompletableFuture<Boolean> over = before.handle((outcome, failure) -> true);
    return deadline
        .limit(over)
        .thenCompose(any -> send(commandId, command, visibility, deadline))
        .exceptionally(failure -> new CommandResult.Undecided("a change before it is undecided"));
  }

  private CompletableFuture<CommandResult> send(
      String commandId, OutgoingRecord<?, ?> command, Visibility visibility, Deadline deadline) {
    CompletableFuture<CommandOutcome> outcome = new CompletableFuture<>();
    // Known before the command is sent: the outcome may be faster than the acknowledgement
    waiting.put(commandId, outcome);
    CompletableFuture<CommandResult> unsent =
        facts.publisher().publish(List.of(command), deadline).thenCompose(CommandGateway::unsent);
    CompletableFuture<CommandResult> decided =
        outcome.thenCompose(found -> result(found, visibility, deadline));
    return deadline
        .limit(decided.applyToEither(unsent, result -> result))
        .exceptionally(CommandGateway::undecided)
        .whenComplete((result, failure) -> follow(commandId, command, outcome, unsent));
  }

  /** Forgets a command; one without an outcome is late until its end, or for a minute. */
  private void follow(
      String commandId,
      OutgoingRecord<?, ?> command,
      CompletableFuture<?> outcome,
      CompletableFuture<?> unsent) {
    CompletableFuture<?> end = CompletableFuture.anyOf(outcome, unsent);
    if (end.isDone()) {
      waiting.remove(commandId);
      return;
    }
    Subject subject = new Subject(command.topic(), command.key());
    late.put(subject, end.orTimeout(LATE.toMillis(), TimeUnit.MILLISECONDS));
    var unused =
        end.whenComplete(
            (any, failure) -> {
              waiting.remove(commandId);
              late.remove(subject, end);
            });
  }

  /** Ends the wait for a command, if this instance sent it. */
  public void decided(CommandOutcome outcome) {
    CompletableFuture<CommandOutcome> waiter = waiting.get(outcome.getCommandId());
    if (waiter != null) {
      waiter.complete(outcome);
    }
  }

  /** Ends if the command was not appended; otherwise the outcome decides. */
  private static CompletableFuture<CommandResult> unsent(PublishResult published) {
    return published instanceof PublishResult.Unconfirmed unconfirmed
        ? CompletableFuture.completedFuture(new CommandResult.Undecided(unconfirmed.reason()))
        : new CompletableFuture<>();
  }

  private static CommandResult undecided(Throwable failure) {
    return new CommandResult.Undecided(
        failure instanceof TimeoutException
            ? "no outcome within the deadline"
            : failure.toString());
  }

  private static CompletableFuture<CommandResult> result(
      CommandOutcome outcome, Visibility visibility, Deadline deadline) {
    if (outcome.getDecision() == CommandDecision.rejected) {
      String code = outcome.getCode();
      return CompletableFuture.completedFuture(
          new CommandResult.Rejected(code == null ? "" : code));
    }
    Long rev = outcome.getRev();
    if (outcome.getDecision() != CommandDecision.applied || rev == null) {
      return CompletableFuture.completedFuture(
          new CommandResult.Undecided("a decision that this release does not know"));
    }
    return visibility
        .visible(outcome.getSubject(), rev, deadline)
        .thenApply(entry -> new CommandResult.Applied(Optional.ofNullable(outcome.getResult())));
  }
}
