package io.tributary.processors.fact;

import io.micrometer.core.instrument.Counter;
import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.processors.metrics.ProcessorsMeter;
import io.tributary.runtime.metrics.Meters;
import io.tributary.schemas.deadletter.DeadLetter;
import io.tributary.schemas.deadletter.Failure;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.schemas.deadletter.Stage;
import io.tributary.schemas.format.ValueFormat;
import io.tributary.schemas.header.FactHeaders;
import io.tributary.schemas.header.RecordHeader;
import io.tributary.schemas.topic.Topic;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Output of facts to the nodes of the topology. */
final class FactOutput {

  private static final Logger log = LoggerFactory.getLogger(FactOutput.class);

  /** Limits of W3C Trace Context. */
  private static final Map<RecordHeader, Integer> MAX_TRACE_CHARACTERS =
      Map.of(RecordHeader.TRACE_PARENT, 55, RecordHeader.TRACE_STATE, 512);

  /** Facts below this size make no record that is too large for its topic. */
  private static final int SMALL = 128 * 1024;

  private final Topic<?, ?> topic;
  private final GenerationHandover handover;
  private final FactProcessor.FactRoutes routes;
  private final ValueFormat format;
  private final Meters meters;
  private final ProcessorContext<Object, Object> context;

  FactOutput(
      Topic<?, ?> topic,
      GenerationHandover handover,
      FactProcessor.FactRoutes routes,
      ValueFormat format,
      Meters meters,
      ProcessorContext<Object, Object> context) {
    this.topic = topic;
    this.handover = handover;
    this.routes = routes;
    this.format = format;
    this.meters = meters;
    this.context = context;
    // an alarm sees the first one only if there was a zero before it
    Arrays.stream(FailureCode.values())
        .filter(code -> code.stage() == Stage.DECODE || code.stage() == Stage.PROCESS)
        .forEach(this::deadLetters);
  }

  private Counter deadLetters(FailureCode code) {
    return meters.counter(ProcessorsMeter.DEAD_LETTERS, topic.name(), code.name());
  }

  /**
   * Prepares the records of a fact, with the fact's headers; further facts only if no earlier
   * generation has sent them. {@link FactRefusedException} for a record that is too large.
   *
   * @return sends all of them
   */
  Runnable prepare(
      FactEnvelope envelope, FactRecord of, List<? extends OutputRecord<?, ?>> outputRecords) {
    Headers headers = FactHeaders.of(envelope);
    MAX_TRACE_CHARACTERS.forEach(
        (trace, most) ->
            trace
                .get(of.headers())
                .filter(value -> value.length() <= most)
                .ifPresent(value -> trace.put(headers, value)));
    boolean appends = appends();
    List<Ready> ready = new ArrayList<>();
    for (OutputRecord<?, ?> outputRecord : outputRecords) {
      if (appends || outputRecord.topic().kind().isDerived()) {
        requireFits(outputRecord, of);
        ready.add(ready(outputRecord, of.timestamp(), headers));
      }
    }
    return () -> ready.forEach(this::forward);
  }

  private void requireFits(OutputRecord<?, ?> outputRecord, FactRecord of) {
    SpecificRecordBase value = outputRecord.value();
    if (value != null && of.value() != null && of.value().length > SMALL) {
      FactRefusedException.requireFits(
          outputRecord.topic().name(),
          outputRecord.topic().maxMessageBytes(),
          format.encode(value));
    }
  }

  /** A record with its node. */
  private record Ready(Record<Object, Object> record, String child) {}

  private Ready ready(OutputRecord<?, ?> outputRecord, long timestamp, Headers headers) {
    String child = routes.children().get(outputRecord.topic().name());
    if (child == null) {
      throw new IllegalStateException("no node takes records of " + outputRecord.topic());
    }
    return new Ready(new Record<>(outputRecord, outputRecord.value(), timestamp, headers), child);
  }

  private void forward(Ready ready) {
    context.forward(ready.record(), ready.child());
  }

  /** Decided by the current fact; a released one is older. */
  private boolean appends() {
    RecordMetadata now = context.recordMetadata().orElseThrow();
    return handover.appendsFor(topic, now.partition(), now.offset());
  }

  void emit(OutputRecord<?, ?> outputRecord, long timestamp, Headers headers) {
    forward(ready(outputRecord, timestamp, headers));
  }

  void deadLetter(FactRecord fact, Failure failure) {
    log.atLevel(failure.code().isRoutine() ? Level.INFO : Level.WARN)
        .log("dead letter {} from {}: {}", failure.code(), fact.origin(), failure.reason());
    deadLetters(failure.code()).increment();
    DeadLetter deadLetter =
        DeadLetter.of(fact.key(), fact.value(), fact.headers(), fact.origin(), failure);
    deadLetter.identify(routes.topicIds().apply(fact.origin().topic()));
    context.forward(
        new Record<>(deadLetter.key(), deadLetter.value(), fact.timestamp(), deadLetter.headers()),
        routes.deadLetters());
  }
}
