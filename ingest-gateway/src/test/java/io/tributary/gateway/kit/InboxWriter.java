package io.tributary.gateway.kit;

import io.tributary.avro.envelope.CommandDecision;
import io.tributary.avro.envelope.CommandOutcome;
import io.tributary.avro.inbox.InboxPublishCommand;
import io.tributary.avro.inbox.InboxSettings;
import io.tributary.avro.inbox.InboxSettingsCommand;
import io.tributary.schemas.format.ValueFormat;
import io.tributary.schemas.key.inbox.InboxSettingsKey;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Stands in for the processors that decide about settings and publishes of inboxes. */
final class InboxWriter {

  private final MemoryLog log;
  private final ValueFormat format;
  private final Map<String, Long> revisions = new HashMap<>();
  private final Map<String, InboxPublishCommand> claims = new HashMap<>();

  InboxWriter(MemoryLog log, ValueFormat format) {
    this.log = log;
    this.format = format;
  }

  void appended(ProducerRecord<byte[], byte[]> record) {
    if (record.topic().equals("inbox.settings-commands")) {
      decide(format.decode(InboxSettingsCommand.class, record.value()));
    }
    if (record.topic().equals("inbox.publish-commands")) {
      decide(
          new String(record.key(), StandardCharsets.UTF_8),
          format.decode(InboxPublishCommand.class, record.value()));
    }
  }

  private void decide(InboxSettingsCommand command) {
    String subject =
        new InboxSettingsKey(command.getTenantKey(), Optional.ofNullable(command.getInboxKey()))
            .subject();
    long rev = revisions.merge(subject, 1L, Long::sum);
    append(
        "inbox.settings",
        subject,
        new InboxSettings(
            command.getTenantKey(),
            command.getInboxKey(),
            command.getTitle(),
            command.getEnvelope().getCaller(),
            command.getSettings(),
            rev));
    answer(
        subject,
        new CommandOutcome(
            command.getEnvelope().getFactId(), subject, CommandDecision.applied, null, rev, null));
  }

  private void decide(String key, InboxPublishCommand command) {
    InboxPublishCommand first = claims.computeIfAbsent(key, any -> command);
    boolean same = first.getPayloadDigest().equals(command.getPayloadDigest());
    answer(
        key,
        new CommandOutcome(
            command.getEnvelope().getFactId(),
            key,
            same ? CommandDecision.applied : CommandDecision.rejected,
            same ? null : "IDEMPOTENCY_KEY_REUSED",
            same ? 1L : null,
            same ? first.getId() : null));
  }

  private void answer(String subject, CommandOutcome outcome) {
    append("inbox.outcomes", subject, outcome);
  }

  private void append(String topic, String key, SpecificRecordBase value) {
    log.append(
        new ProducerRecord<>(topic, 0, key.getBytes(StandardCharsets.UTF_8), format.encode(value)));
  }
}
