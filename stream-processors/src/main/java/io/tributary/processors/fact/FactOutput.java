package io.tributary.processors.fact;

import io.micrometer.core.instrument.Counter;
import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.processors.ProcessorsMeter;
import io.tributary.runtime.metrics.Meters;
import io.tributary.schemas.deadletter.DeadLetter;
import io.tributary.schemas.deadletter.Failure;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.schemas.deadletter.Stage;
import io.tributary.schemas.header.FactHeaders;
import io.tributary.schemas.header.RecordHeader;
import io.tributary.schemas.topic.Topic;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Sends what becomes of facts to the nodes that write it. */
final class FactOutput {

  private static final Logger log = LoggerFactory.getLogger(FactOutput.class);

  /** As W3C Trace Context has them; what is longer is no use to anybody. */
  private static final Map<RecordHeader, Integer> MAX_TRACE_CHARACTERS =
      Map.of(RecordHeader.TRACE_PARENT, 55, RecordHeader.TRACE_STATE, 512);

  private final Topic<?, ?> topic;
  private final Succession succession;
  private final FactProcessor.FactRoutes routes;
  private final Meters meters;
  private final ProcessorContext<Object, Object> context;

  FactOutput(
      Topic<?, ?> topic,
      Succession succession,
      FactProcessor.FactRoutes routes,
      Meters meters,
      ProcessorContext<Object, Object> context) {
    this.topic = topic;
    this.succession = succession;
    this.routes = routes;
    this.meters = meters;
    this.context = context;
    // an alarm sees the first one only if there was a zero before it
    Arrays.stream(FailureCode.values())
        .filter(code -> code.stage() == Stage.DECODE || code.stage() == Stage.PROCESS)
        .forEach(this::buried);
  }

  private Counter buried(FailureCode code) {
    return meters.counter(ProcessorsMeter.DEAD_LETTERS, topic.name(), code.name());
  }

  /**
   * Sends what comes of a fact, each with the fact's headers; other facts only if no generation
   * before has.
   */
  void emit(FactEnvelope envelope, FactRecord of, List<? extends Emission<?, ?>> emissions) {
    Headers headers = FactHeaders.of(envelope);
    MAX_TRACE_CHARACTERS.forEach(
        (trace, most) ->
            trace
                .get(of.headers())
                .filter(value -> value.length() <= most)
                .ifPresent(value -> trace.put(headers, value)));
    boolean appends = appends();
    emissions.stream()
        .filter(emission -> appends || emission.topic().kind().isDerived())
        .forEach(emission -> emit(emission, of.timestamp(), headers));
  }

  /** By the fact that is being processed; one that has waited is older. */
  private boolean appends() {
    RecordMetadata now = context.recordMetadata().orElseThrow();
    return succession.appendsFor(topic, now.partition(), now.offset());
  }

  /** Sends one record. */
  void emit(Emission<?, ?> emission, long timestamp, Headers headers) {
    String child = routes.children().get(emission.topic().name());
    if (child == null) {
      throw new IllegalStateException("no node takes records of " + emission.topic());
    }
    context.forward(
        new Record<>(emission.placedKey(), emission.value(), timestamp, headers), child);
  }

  /** Sends the fact as it came to the dead letters. */
  void bury(FactRecord fact, Failure failure) {
    log.atLevel(failure.code().isRoutine() ? Level.INFO : Level.WARN)
        .log("dead letter {} from {}: {}", failure.code(), fact.origin(), failure.reason());
    buried(failure.code()).increment();
    DeadLetter letter =
        DeadLetter.of(fact.key(), fact.value(), fact.headers(), fact.origin(), failure);
    context.forward(
        new Record<>(letter.key(), letter.value(), fact.timestamp(), letter.headers()),
        routes.deadLetters());
  }
}
