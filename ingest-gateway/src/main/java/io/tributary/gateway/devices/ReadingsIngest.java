package io.tributary.gateway.devices;

import io.tributary.avro.devices.BatchReading;
import io.tributary.avro.devices.DeviceBatch;
import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.gateway.answer.Answer;
import io.tributary.gateway.answer.Problem;
import io.tributary.gateway.answer.Reply;
import io.tributary.gateway.publish.FactStamp;
import io.tributary.gateway.publish.OutgoingRecord;
import io.tributary.gateway.publish.PublishOutcome;
import io.tributary.gateway.publish.RecordPublisher;
import io.tributary.gateway.route.ApiRequest;
import io.tributary.schemas.topic.DevicesTopics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code POST /v1/devices/data}: appends one fact for each device of the request and answers when
 * all are acknowledged. Repeats are appended too, because only the log knows what came first.
 */
final class ReadingsIngest {

  private static final Logger log = LoggerFactory.getLogger(ReadingsIngest.class);
  private static final long BATCH_TTL_SECONDS = DevicesTopics.BATCH_ID_LIFE.toSeconds();
  private static final int KNOWN_IDS = 100_000;

  private final RecordPublisher publisher;
  private final FactStamp stamp;
  private final Duration readingTtl;
  private final DevicesMeasures measures;
  private final KnownBatchIds known = new KnownBatchIds(KNOWN_IDS);

  /**
   * An ingest with a memory of its own.
   *
   * @param readingTtl life of a stored reading; zero keeps it for ever
   */
  ReadingsIngest(
      RecordPublisher publisher, FactStamp stamp, Duration readingTtl, DevicesMeasures measures) {
    this.publisher = publisher;
    this.stamp = stamp;
    this.readingTtl = readingTtl;
    this.measures = measures;
  }

  CompletableFuture<Reply> handle(ApiRequest request, List<IncomingReading> readings) {
    return publisher
        .publish(facts(request, readings), request.deadline())
        .thenApply(outcome -> reply(outcome, request, readings));
  }

  private Reply reply(PublishOutcome outcome, ApiRequest request, List<IncomingReading> readings) {
    if (outcome instanceof PublishOutcome.Unconfirmed unconfirmed) {
      log.warn("request {}: not confirmed: {}", request.id(), unconfirmed.reason());
      return Problem.unavailable("not known to be stored; repeating the request is safe");
    }
    AcknowledgedBatches batches = AcknowledgedBatches.of(readings, known);
    readings.forEach(known::add);
    measures.accepted(readings.size());
    measures.repeated(batches.duplicates().size());
    return Answer.json(batches.toJson());
  }

  private List<OutgoingRecord<String, DeviceBatch>> facts(
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
    FactEnvelope envelope = stamp.envelope(request);
    DeviceBatch batch =
        DeviceBatch.newBuilder()
            .setEnvelope(envelope)
            .setHardwareId(hardwareId)
            .setReadingTtlSeconds(readingTtl.isZero() ? null : readingTtl.toSeconds())
            .setBatchTtlSeconds(BATCH_TTL_SECONDS)
            .setReadings(readings)
            .build();
    return stamp.record(DevicesTopics.BATCHES, hardwareId, batch, envelope, request);
  }
}
