package io.tributary.processors.command;

import io.tributary.avro.envelope.CommandDecision;
import io.tributary.avro.envelope.CommandOutcome;
import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.processors.fact.OutputRecord;
import io.tributary.schemas.topic.Topic;
import org.jspecify.annotations.Nullable;

/** Outcomes of a family's commands, under the commands' subjects. */
public record Outcomes(Topic<String, CommandOutcome> topic) {

  /**
   * The command has been applied, now or before.
   *
   * @param rev of the aggregate after it
   * @param result id of a created thing
   */
  public OutputRecord<String, CommandOutcome> applied(
      FactEnvelope command, String subject, @Nullable Long rev, @Nullable String result) {
    return outcome(
        command,
        subject,
        CommandOutcome.newBuilder()
            .setDecision(CommandDecision.applied)
            .setRev(rev)
            .setResult(result));
  }

  /** A rejection with a code. */
  public OutputRecord<String, CommandOutcome> rejected(
      FactEnvelope command, String subject, String code) {
    return outcome(
        command,
        subject,
        CommandOutcome.newBuilder().setDecision(CommandDecision.rejected).setCode(code));
  }

  private OutputRecord<String, CommandOutcome> outcome(
      FactEnvelope command, String subject, CommandOutcome.Builder decided) {
    return new OutputRecord<>(
        topic, subject, decided.setCommandId(command.getFactId()).setSubject(subject).build());
  }
}
