package io.tributary.processors.command;

import io.tributary.avro.envelope.CommandDecision;
import io.tributary.avro.envelope.CommandOutcome;
import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.processors.fact.Emission;
import io.tributary.schemas.topic.Topic;
import org.jspecify.annotations.Nullable;

/** What whoever sent a command of the family hears of it, under the command's subject. */
public record Outcomes(Topic<String, CommandOutcome> topic) {

  /**
   * It has been applied, now or before.
   *
   * @param rev of the subject after it, if there is such a record
   * @param result id of what it made, if there is one
   */
  public Emission<String, CommandOutcome> applied(
      FactEnvelope command, String subject, @Nullable Long rev, @Nullable String result) {
    return outcome(
        command,
        subject,
        CommandOutcome.newBuilder()
            .setDecision(CommandDecision.applied)
            .setRev(rev)
            .setResult(result));
  }

  /** It has been rejected with a code. */
  public Emission<String, CommandOutcome> rejected(
      FactEnvelope command, String subject, String code) {
    return outcome(
        command,
        subject,
        CommandOutcome.newBuilder().setDecision(CommandDecision.rejected).setCode(code));
  }

  private Emission<String, CommandOutcome> outcome(
      FactEnvelope command, String subject, CommandOutcome.Builder decided) {
    return new Emission<>(
        topic, subject, decided.setCommandId(command.getFactId()).setSubject(subject).build());
  }
}
