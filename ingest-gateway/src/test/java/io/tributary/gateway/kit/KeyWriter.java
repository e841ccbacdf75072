package io.tributary.gateway.kit;

import io.tributary.avro.devices.ApiKey;
import io.tributary.avro.devices.ApiKeyCommand;
import io.tributary.avro.devices.ApiKeyCreation;
import io.tributary.avro.envelope.CommandDecision;
import io.tributary.avro.envelope.CommandOutcome;
import io.tributary.schemas.framing.Framing;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/** Stands in for the single writer that decides about API keys. */
final class KeyWriter {

  private final MemoryLog log;
  private final Framing framing;
  private final Map<String, ApiKey> keys = new HashMap<>();

  KeyWriter(MemoryLog log, Framing framing) {
    this.log = log;
    this.framing = framing;
  }

  void appended(ProducerRecord<byte[], byte[]> record) {
    if (record.topic().equals("devices.api-key-commands")) {
      decide(framing.decode(ApiKeyCommand.class, record.value()));
    }
  }

  private synchronized void decide(ApiKeyCommand command) {
    String keyId = command.getKeyId();
    ApiKey before = keys.get(keyId);
    if (command.getChange() instanceof ApiKeyCreation creation) {
      apply(
          command,
          new ApiKey(
              keyId,
              creation.getApiKeyHash(),
              command.getEnvelope().getAcceptedAt(),
              null,
              true,
              creation.getDescription(),
              1L));
    } else if (before == null) {
      answer(command, CommandDecision.REJECTED, "API_KEY_NOT_FOUND", null);
    } else {
      ApiKey revoked = ApiKey.newBuilder(before).setIsActive(false).setRev(2).build();
      apply(command, revoked);
    }
  }

  private void apply(ApiKeyCommand command, ApiKey after) {
    keys.put(after.getKeyId(), after);
    append("devices.api-keys", after.getKeyId(), after);
    answer(command, CommandDecision.APPLIED, null, after.getRev());
  }

  private void answer(
      ApiKeyCommand command, CommandDecision decision, @Nullable String code, @Nullable Long rev) {
    append(
        "devices.outcomes",
        command.getKeyId(),
        new CommandOutcome(
            command.getEnvelope().getFactId(), command.getKeyId(), decision, code, rev));
  }

  private void append(String topic, String key, SpecificRecordBase value) {
    log.append(
        new ProducerRecord<>(
            topic, 0, key.getBytes(StandardCharsets.UTF_8), framing.encode(value)));
  }
}
