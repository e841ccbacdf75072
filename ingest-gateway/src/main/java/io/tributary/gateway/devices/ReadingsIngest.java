package io.tributary.gateway.devices;

import io.tributary.avro.devices.BatchReading;
import io.tributary.avro.devices.DeviceBatch;
import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.gateway.answer.Answer;
import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.answer.Problem;
import io.tributary.gateway.answer.Reply;
import io.tributary.gateway.auth.Principal;
import io.tributary.gateway.kafka.FactWriter;
import io.tributary.gateway.kafka.OutgoingRecord;
import io.tributary.gateway.metrics.GatewayMetrics;
import io.tributary.gateway.route.ApiRequest;
import io.tributary.schemas.topic.DevicesTopics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;

/**
 * {@code POST /v1/devices/data}: appends a fact for each device. Repeats are appended, too: the log
 * alone knows the first.
 */
final class ReadingsIngest {

  private static final long BATCH_TTL_SECONDS = DevicesTopics.BATCH_ID_LIFE.toSeconds();
  private static final int KNOWN_IDS = 100_000;

  private final FactWriter facts;
  private final DeviceDirectory devices;
  private final Duration readingTtl;
  private final GatewayMetrics metrics;
  private final KnownBatchIds known = new KnownBatchIds(KNOWN_IDS);

  ReadingsIngest(
      FactWriter facts, DeviceDirectory devices, Duration readingTtl, GatewayMetrics metrics) {
    this.facts = facts;
    this.devices = devices;
    this.readingTtl = readingTtl;
    this.metrics = metrics;
  }

  CompletableFuture<Reply> handle(ApiRequest request, List<IncomingReading> readings) {
    for (int i = 0; i < readings.size(); i++) {
      Optional<Problem> refusal = refusal(request.caller(), readings.get(i), i);
      if (refusal.isPresent()) {
        return refusal.get().completed();
      }
    }
    return facts.write(request, byDevice(request, readings), () -> acknowledged(readings));
  }

  /** Requires devices of the key, and ids that cannot take another device's. */
  private static Optional<Problem> refusal(Principal caller, IncomingReading reading, int index) {
    if (!caller.mayActFor(reading.hardwareId())) {
      return Optional.of(forbidden(index, "hardware_id", DeviceRules.OF_KEY));
    }
    return caller.mayEverything() || reading.isNamedByItsDevice()
        ? Optional.empty()
        : Optional.of(forbidden(index, "batch_id", DeviceRules.ID_OF_KEY));
  }

  private static Problem forbidden(int index, String member, String rule) {
    return Problem.at(
        ErrorCode.FORBIDDEN,
        new Problem.Place("readings[" + index + "]." + member, rule, OptionalInt.of(index)));
  }

  private Reply acknowledged(List<IncomingReading> readings) {
    AcknowledgedBatches batches = AcknowledgedBatches.of(readings, known);
    metrics.readings(readings.size(), batches.duplicateBatchIds().size());
    return Answer.json(batches);
  }

  private List<OutgoingRecord<String, DeviceBatch>> byDevice(
      ApiRequest request, List<IncomingReading> readings) {
    Map<String, List<BatchReading>> byDevice = new LinkedHashMap<>();
    for (IncomingReading reading : readings) {
      byDevice
          .computeIfAbsent(reading.hardwareId(), device -> new ArrayList<>())
          .add(reading.reading());
    }
    return byDevice.entrySet().stream()
        .map(device -> fact(request, device.getKey(), device.getValue()))
        .toList();
  }

  private OutgoingRecord<String, DeviceBatch> fact(
      ApiRequest request, String hardwareId, List<BatchReading> readings) {
    FactEnvelope envelope = facts.envelope(request);
    nameThose(readings, hardwareId);
    DeviceBatch batch =
        DeviceBatch.newBuilder()
            .setEnvelope(envelope)
            .setHardwareId(hardwareId)
            .setReadingTtlS(readingTtl.isZero() ? null : readingTtl.toSeconds())
            .setBatchTtlS(BATCH_TTL_SECONDS)
            .setReadings(readings)
            .build();
    return facts.record(request, DevicesTopics.BATCHES, hardwareId, envelope, batch);
  }

  /** Gives readings without a name the device's. */
  private void nameThose(List<BatchReading> readings, String hardwareId) {
    devices
        .friendlyName(hardwareId)
        .ifPresent(
            name ->
                readings.stream()
                    .filter(reading -> reading.getFriendlyName() == null)
                    .forEach(reading -> reading.setFriendlyName(name)));
  }
}
