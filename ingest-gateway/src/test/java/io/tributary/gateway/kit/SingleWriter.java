package io.tributary.gateway.kit;

import io.tributary.avro.devices.ApiKey;
import io.tributary.avro.devices.ApiKeyCommand;
import io.tributary.avro.devices.ApiKeyCreation;
import io.tributary.avro.devices.Device;
import io.tributary.avro.devices.DeviceCommand;
import io.tributary.avro.devices.DeviceRegistration;
import io.tributary.avro.devices.DeviceRenaming;
import io.tributary.avro.envelope.CommandDecision;
import io.tributary.avro.envelope.CommandOutcome;
import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.schemas.format.ValueFormat;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/** Stands in for the processors that decide about API keys and devices. */
final class SingleWriter {

  private final MemoryLog log;
  private final ValueFormat format;
  private final Map<String, ApiKey> keys = new HashMap<>();
  private final Map<String, Device> devices = new HashMap<>();
  private final InboxWriter inbox;
  private final TenantsWriter tenants;
  private boolean stopped;

  SingleWriter(MemoryLog log, ValueFormat format) {
    this.log = log;
    this.format = format;
    this.inbox = new InboxWriter(log, format);
    this.tenants = new TenantsWriter(log, format);
  }

  synchronized void stop() {
    stopped = true;
  }

  synchronized void appended(ProducerRecord<byte[], byte[]> record) {
    if (stopped) {
      return;
    }
    inbox.appended(record);
    tenants.appended(record);
    if (record.topic().equals("devices.api-key-commands")) {
      decide(format.decode(ApiKeyCommand.class, record.value()));
    }
    if (record.topic().equals("devices.device-commands")) {
      decide(format.decode(DeviceCommand.class, record.value()));
    }
  }

  private void decide(ApiKeyCommand command) {
    String keyId = command.getKeyId();
    ApiKey before = keys.get(keyId);
    if (command.getChange() instanceof ApiKeyCreation creation && before != null) {
      if (before.getApiKeyHash().equals(creation.getApiKeyHash())) {
        apply(command.getEnvelope(), before);
      } else {
        boolean same = Objects.equals(before.getDescription(), creation.getDescription());
        reject(command.getEnvelope(), keyId, same ? "API_KEY_EXISTS" : "IDEMPOTENCY_KEY_REUSED");
      }
    } else if (command.getChange() instanceof ApiKeyCreation creation) {
      apply(
          command.getEnvelope(),
          new ApiKey(
              keyId,
              creation.getApiKeyHash(),
              command.getEnvelope().getAcceptedAtMs(),
              null,
              true,
              creation.getDescription(),
              creation.getHardwareIds(),
              1L));
    } else if (before == null) {
      reject(command.getEnvelope(), keyId, "API_KEY_NOT_FOUND");
    } else {
      apply(command.getEnvelope(), ApiKey.newBuilder(before).setIsActive(false).setRev(2).build());
    }
  }

  private void decide(DeviceCommand command) {
    Device before = devices.get(command.getHardwareId());
    if (command.getChange() instanceof DeviceRegistration registration) {
      apply(command.getEnvelope(), registered(command, registration, before));
    } else if (before == null) {
      reject(command.getEnvelope(), command.getHardwareId(), "DEVICE_NOT_FOUND");
    } else {
      DeviceRenaming renaming = (DeviceRenaming) command.getChange();
      apply(
          command.getEnvelope(),
          Device.newBuilder(before)
              .setFriendlyName(renaming.getFriendlyName())
              .setRev(before.getRev() + 1)
              .build());
    }
  }

  private static Device registered(
      DeviceCommand command, DeviceRegistration registration, @Nullable Device before) {
    long now = command.getEnvelope().getAcceptedAtMs();
    return new Device(
        command.getHardwareId(),
        before == null ? registration.getConfirmationId() : before.getConfirmationId(),
        registration.getCapabilities(),
        before == null ? now : before.getFirstRegisteredAtMs(),
        now,
        registration.getBootId(),
        registration.getFirmwareVersion(),
        before == null ? registration.getFriendlyName() : before.getFriendlyName(),
        before == null ? 1L : before.getRev() + 1);
  }

  private void apply(FactEnvelope command, ApiKey after) {
    keys.put(after.getKeyId(), after);
    append("devices.api-keys", after.getKeyId(), after);
    answer(command, after.getKeyId(), CommandDecision.applied, null, after.getRev());
  }

  private void apply(FactEnvelope command, Device after) {
    devices.put(after.getHardwareId(), after);
    append("devices.devices", after.getHardwareId(), after);
    answer(command, after.getHardwareId(), CommandDecision.applied, null, after.getRev());
  }

  private void reject(FactEnvelope command, String subject, String code) {
    answer(command, subject, CommandDecision.rejected, code, null);
  }

  private void answer(
      FactEnvelope command,
      String subject,
      CommandDecision decision,
      @Nullable String code,
      @Nullable Long rev) {
    append(
        "devices.outcomes",
        subject,
        new CommandOutcome(command.getFactId(), subject, decision, code, rev, null));
  }

  private void append(String topic, String key, SpecificRecordBase value) {
    log.append(
        new ProducerRecord<>(topic, 0, key.getBytes(StandardCharsets.UTF_8), format.encode(value)));
  }
}
