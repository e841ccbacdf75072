package io.tributary.processors.fact;

import io.tributary.processors.ProcessorsMeter;
import io.tributary.runtime.metrics.Meters;
import io.tributary.schemas.deadletter.DeadLetter;
import io.tributary.schemas.deadletter.Failure;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.schemas.deadletter.Origin;
import io.tributary.schemas.framing.Framing;
import io.tributary.schemas.framing.UndecodableException;
import io.tributary.schemas.header.FactHeaders;
import io.tributary.schemas.header.RecordHeader;
import io.tributary.schemas.key.KeyFormatException;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns facts into records by a step. A fact that cannot be read or that the step refuses goes to
 * the dead letters, and nothing of it is applied; only what Kafka Streams itself fails with gets
 * out of here.
 */
public final class FactProcessor<K, F extends SpecificRecordBase>
    implements Processor<byte[], byte[], Object, Object> {

  private static final Logger log = LoggerFactory.getLogger(FactProcessor.class);

  private final FactSource<K, F> source;
  private final FactStep<F> step;
  private final Framing framing;
  private final FactRoutes routes;
  private final Meters meters;
  private @Nullable ProcessorContext<Object, Object> context;

  /** A processor of one task; routes name the nodes that its results go to. */
  public FactProcessor(
      FactSource<K, F> source,
      FactStep<F> step,
      Framing framing,
      FactRoutes routes,
      Meters meters) {
    this.source = source;
    this.step = step;
    this.framing = framing;
    this.routes = routes;
    this.meters = meters;
  }

  /**
   * Where results go.
   *
   * @param children name of the node that takes each topic's records
   * @param deadLetters name of the node that takes the dead letters
   */
  public record FactRoutes(Map<String, String> children, String deadLetters) {}

  @Override
  public void init(ProcessorContext<Object, Object> processorContext) {
    context = processorContext;
    step.init(processorContext);
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    meters.counter(ProcessorsMeter.FACTS, source.topic().name()).increment();
    F fact;
    List<Emission<?, ?>> emissions;
    try {
      fact = source.read(framing, record.key(), record.value());
      emissions = step.apply(fact);
    } catch (RuntimeException e) {
      bury(record, failureOf(e));
      return;
    }
    Headers headers = headersOf(fact, record.headers());
    emissions.forEach(emission -> emit(emission, record.timestamp(), headers));
  }

  private Failure failureOf(RuntimeException e) {
    if (e instanceof FactRefusedException refused) {
      return refused.failure();
    }
    if (e instanceof UndecodableException undecodable) {
      return new Failure(FailureCode.UNDECODABLE, undecodable.reason());
    }
    if (e instanceof KeyFormatException malformed) {
      return new Failure(FailureCode.INVALID_KEY, malformed.rule());
    }
    if (e instanceof KafkaException) {
      throw e;
    }
    log.error("processing a fact of {} failed", source.topic().name(), e);
    return new Failure(FailureCode.PROCESSING_FAILED, e.getClass().getSimpleName());
  }

  private void emit(Emission<?, ?> emission, long timestamp, Headers headers) {
    String child = routes.children().get(emission.topic().name());
    if (child == null) {
      throw new IllegalStateException("no node takes records of " + emission.topic());
    }
    required().forward(new Record<>(emission.key(), emission.value(), timestamp, headers), child);
  }

  private Headers headersOf(F fact, Headers original) {
    Headers headers = FactHeaders.of(source.envelopeOf().apply(fact));
    for (RecordHeader trace : List.of(RecordHeader.TRACE_PARENT, RecordHeader.TRACE_STATE)) {
      trace.get(original).ifPresent(value -> trace.put(headers, value));
    }
    return headers;
  }

  private void bury(Record<byte[], byte[]> record, Failure failure) {
    Origin origin =
        required()
            .recordMetadata()
            .map(data -> new Origin(data.topic(), data.partition(), data.offset()))
            .orElseThrow();
    log.warn("dead letter {} from {}: {}", failure.code(), origin, failure.reason());
    meters
        .counter(ProcessorsMeter.DEAD_LETTERS, source.topic().name(), failure.code().name())
        .increment();
    DeadLetter letter =
        DeadLetter.of(record.key(), record.value(), record.headers(), origin, failure);
    required()
        .forward(
            new Record<>(letter.key(), letter.value(), record.timestamp(), letter.headers()),
            routes.deadLetters());
  }

  private ProcessorContext<Object, Object> required() {
    ProcessorContext<Object, Object> set = context;
    if (set == null) {
      throw new IllegalStateException("not initialized");
    }
    return set;
  }
}
