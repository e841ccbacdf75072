package io.tributary.gateway.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.envelope.CommandDecision;
import io.tributary.avro.envelope.CommandOutcome;
import io.tributary.avro.envelope.SecretFingerprint;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.schemas.topic.Topics;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CommandGatewayTest {

  private static final OutgoingRecord<String, SecretFingerprint> COMMAND =
      new OutgoingRecord<>(Topics.META, "subject", new SecretFingerprint("x", "y"), Map.of());

  private final AtomicInteger sent = new AtomicInteger();
  private final CompletableFuture<PublishResult> published = new CompletableFuture<>();
  private final CompletableFuture<Long> shown = new CompletableFuture<>();
  private final CommandGateway commands =
      new CommandGateway(
          new FactWriter(
              (records, deadline) -> {
                sent.incrementAndGet();
                return published;
              },
              RuntimeContext.system()));

  @Test
  void shouldWaitUntilTheChangeShows() throws Exception {
    CompletableFuture<CommandResult> result = execute(5);
    published.complete(new PublishResult.Acknowledged());
    commands.decided(outcome("another", CommandDecision.rejected, "NOT_YOURS", null));
    commands.decided(outcome("command", CommandDecision.applied, null, 7L));
    assertThat(result).isNotDone();

    shown.complete(7L);

    assertThat(result.get(1, TimeUnit.MINUTES))
        .isEqualTo(new CommandResult.Applied(Optional.of("made")));
  }

  @Test
  void shouldTakeAnOutcomeThatIsFasterThanTheAcknowledgement() throws Exception {
    CompletableFuture<CommandResult> result = execute(5);

    commands.decided(outcome("command", CommandDecision.rejected, "TAKEN", null));

    assertThat(result.get(1, TimeUnit.MINUTES)).isEqualTo(new CommandResult.Rejected("TAKEN"));
  }

  @Test
  void shouldBeUndecidedWhenTheCommandDoesNotGetOut() throws Exception {
    CompletableFuture<CommandResult> result = execute(5);

    published.complete(new PublishResult.Unconfirmed("broker away"));

    assertThat(result.get(1, TimeUnit.MINUTES))
        .isEqualTo(new CommandResult.Undecided("broker away"));
  }

  @Test
  void shouldBeUndecidedAtTheDeadline() throws Exception {
    published.complete(new PublishResult.Acknowledged());
    assertThat(execute(0).get(1, TimeUnit.MINUTES)).isInstanceOf(CommandResult.Undecided.class);

    CompletableFuture<CommandResult> unseen = execute(1);
    commands.decided(outcome("command", CommandDecision.applied, null, 7L));
    assertThat(unseen.get(1, TimeUnit.MINUTES)).isInstanceOf(CommandResult.Undecided.class);
  }

  @Test
  void shouldSendNoRepeatWhileALateCommandIsUndecided() throws Exception {
    assertThat(execute(0).get(1, TimeUnit.MINUTES)).isInstanceOf(CommandResult.Undecided.class);
    assertThat(execute(0).get(1, TimeUnit.MINUTES)).isInstanceOf(CommandResult.Undecided.class);
    CompletableFuture<CommandResult> repeat = execute(60);
    assertThat(sent).hasValue(1);

    commands.decided(outcome("command", CommandDecision.rejected, "TAKEN", null));
    assertThat(sent).hasValue(2);
    commands.decided(outcome("command", CommandDecision.rejected, "TAKEN", null));

    assertThat(repeat.get(1, TimeUnit.MINUTES)).isEqualTo(new CommandResult.Rejected("TAKEN"));
  }

  @Test
  void shouldSendARepeatOfALateCommandThatDidNotGetOut() throws Exception {
    assertThat(execute(0).get(1, TimeUnit.MINUTES)).isInstanceOf(CommandResult.Undecided.class);

    published.complete(new PublishResult.Unconfirmed("broker away"));

    assertThat(execute(5).get(1, TimeUnit.MINUTES))
        .isEqualTo(new CommandResult.Undecided("broker away"));
    assertThat(sent).hasValue(2);
  }

  @Test
  void shouldNotActOnADecisionThatItDoesNotKnow() throws Exception {
    CompletableFuture<CommandResult> result = execute(5);

    commands.decided(outcome("command", CommandDecision.unknown, null, null));

    assertThat(result.get(1, TimeUnit.MINUTES)).isInstanceOf(CommandResult.Undecided.class);
  }

  private CompletableFuture<CommandResult> execute(int seconds) {
    return commands.execute(
        "command",
        COMMAND,
        (subject, rev, deadline) -> deadline.limit(shown),
        Deadline.after(Duration.ofSeconds(seconds), System::nanoTime));
  }

  private static CommandOutcome outcome(
      String id, CommandDecision decision, @Nullable String code, @Nullable Long rev) {
    return new CommandOutcome(id, "subject", decision, code, rev, "made");
  }
}
