package io.tributary.gateway.kafka;

import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.gateway.answer.Problem;
import io.tributary.gateway.answer.Reply;
import io.tributary.gateway.route.ApiRequest;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.version.Version;
import io.tributary.schemas.header.RecordHeader;
import io.tributary.schemas.topic.Topic;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.avro.specific.SpecificRecordBase;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Appends facts of requests, stamped with all that results depend on. */
public record FactWriter(RecordPublisher publisher, RuntimeContext runtime) {

  private static final Logger log = LoggerFactory.getLogger(FactWriter.class);
  private static final String VERSION = Version.current().number();

  public FactEnvelope envelope(ApiRequest request) {
    return FactEnvelope.newBuilder()
        .setFactId(runtime.newUuid().toString())
        .setAcceptedAtMs(runtime.nowMillis())
        .setRequestId(request.id())
        .setCaller(request.caller().name())
        .setProducerVersion(VERSION)
        .build();
  }

  /** A fact as a record, with the headers that follow it through the pipeline. */
  public <K, V extends SpecificRecordBase> OutgoingRecord<K, V> record(
      ApiRequest request, Topic<K, V> topic, K key, FactEnvelope envelope, V fact) {
    Map<RecordHeader, String> headers = new EnumMap<>(RecordHeader.class);
    headers.put(RecordHeader.FACT_ID, envelope.getFactId());
    headers.put(RecordHeader.ACCEPTED_AT, Long.toString(envelope.getAcceptedAtMs()));
    headers.put(RecordHeader.REQUEST_ID, envelope.getRequestId());
    request.trace().parent().ifPresent(value -> headers.put(RecordHeader.TRACE_PARENT, value));
    request.trace().state().ifPresent(value -> headers.put(RecordHeader.TRACE_STATE, value));
    return new OutgoingRecord<>(topic, key, fact, headers);
  }

  /** Appends one fact of a new envelope; the answer is as below. */
  public <K, V extends SpecificRecordBase> CompletableFuture<Reply> write(
      ApiRequest request,
      Topic<K, V> topic,
      K key,
      Function<FactEnvelope, V> fact,
      Function<FactEnvelope, Reply> acknowledged) {
    FactEnvelope envelope = envelope(request);
    OutgoingRecord<K, V> record = record(request, topic, key, envelope, fact.apply(envelope));
    Reply reply = acknowledged.apply(envelope);
    return write(request, List.of(record), () -> reply);
  }

  /**
   * Appends records.
   *
   * @param acknowledged the answer once all in-sync replicas have all records; otherwise it is 503
   */
  public CompletableFuture<Reply> write(
      ApiRequest request,
      List<? extends OutgoingRecord<?, ?>> records,
      Supplier<Reply> acknowledged) {
    // Not the request, so that its body is free while Kafka has its facts
    String id = request.id();
    return request
        .onLoop(publisher.publish(records, request.deadline()))
        .thenApply(
            outcome ->
                outcome instanceof PublishResult.Unconfirmed unconfirmed
                    ? unconfirmed(id, unconfirmed)
                    : acknowledged.get());
  }

  private static Reply unconfirmed(String id, PublishResult.Unconfirmed outcome) {
    log.warn("request {}: not confirmed: {}", id, outcome.reason());
    return Problem.unavailable(
        "not known to be stored; a repeat with the same id or Idempotency-Key is safe");
  }
}
