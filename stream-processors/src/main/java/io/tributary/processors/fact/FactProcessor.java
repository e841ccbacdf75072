package io.tributary.processors.fact;

import io.micrometer.core.instrument.Counter;
import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.processors.metrics.ProcessorsMeter;
import io.tributary.processors.store.StateTooLargeException;
import io.tributary.processors.store.TaskStores;
import io.tributary.processors.waiting.WaitPolicy;
import io.tributary.processors.waiting.WaitingEntry;
import io.tributary.processors.waiting.WaitingFacts;
import io.tributary.runtime.metrics.Meters;
import io.tributary.schemas.deadletter.Failure;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.schemas.deadletter.Origin;
import io.tributary.schemas.format.SchemaUnavailableException;
import io.tributary.schemas.format.UndecodableException;
import io.tributary.schemas.format.ValueFormat;
import io.tributary.schemas.header.FactHeaders;
import io.tributary.schemas.key.KeyFormatException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns facts into records by a step. A fact that cannot be read, that the step refuses or fails
 * with, or that makes something too large goes to the dead letters, and nothing of it is applied
 * but that time has passed; only what Kafka Streams itself fails with gets out of here.
 */
public final class FactProcessor<K, F extends SpecificRecordBase>
    implements Processor<byte[], byte[], Object, Object> {

  private static final Logger log = LoggerFactory.getLogger(FactProcessor.class);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(5);

  private final FactSource<K, F> source;
  private final FactStep<F> step;
  private final Optional<WaitPolicy<F>> rule;
  private final ValueFormat format;
  private final FactRoutes routes;
  private final GenerationHandover handover;
  private final Meters meters;
  private final Counter facts;
  private @Nullable ProcessorContext<Object, Object> context;
  private @Nullable FactOutput output;
  private @Nullable TaskStores stores;
  private @Nullable WaitingFacts<K, F> waits;

  /**
   * A processor of one task.
   *
   * @param rule how facts wait, if any do
   * @param format of what only the processors read, which reads facts as well
   * @param routes names the nodes that its results go to
   * @param handover which other facts it appends
   */
  public FactProcessor(
      FactSource<K, F> source,
      FactStep<F> step,
      Optional<WaitPolicy<F>> rule,
      ValueFormat format,
      FactRoutes routes,
      GenerationHandover handover,
      Meters meters) {
    this.source = source;
    this.step = step;
    this.rule = rule;
    this.format = format;
    this.routes = routes;
    this.handover = handover;
    this.meters = meters;
    this.facts = meters.counter(ProcessorsMeter.FACTS, source.topic().name());
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
    if (!handover.stillOwner().getAsBoolean()) {
      throw new GenerationReplacedException();
    }
    context = processorContext;
    output = new FactOutput(source.topic(), handover, routes, format, meters, processorContext);
    TaskStores opened = new TaskStores(processorContext);
    stores = opened;
    step.init(opened);
    rule.ifPresent(present -> waits = new WaitingFacts<>(source, present, format, opened));
    if (!handover.shadow()) {
      // what is due is the live generation's to say, and this one's once it is live
      processorContext.schedule(LOOK_EVERY, PunctuationType.WALL_CLOCK_TIME, this::look);
    }
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    facts.increment();
    FactRecord arrived =
        new FactRecord(
            record.key(), record.value(), record.headers(), origin(), record.timestamp());
    F fact;
    Optional<String> awaited;
    try {
      fact = source.read(format, record.key(), record.value());
      source.check(fact);
      step.check(fact);
      awaited = step.waitsFor(fact);
    } catch (RuntimeException e) {
      required(output).deadLetter(arrived, failureOf(e));
      return;
    }
    if (waits == null) {
      Optional<List<Emission<?, ?>>> unused = apply(arrived, fact);
    } else {
      apply(arrived, fact, awaited, waits);
    }
  }

  /** Applies a fact where facts wait: first those go that have waited too long by now. */
  private void apply(
      FactRecord arrived, F fact, Optional<String> awaited, WaitingFacts<K, F> among) {
    WaitPolicy<F> present = rule.orElseThrow();
    for (WaitingEntry wait : among.over(fact)) {
      if (!endBrought(wait, among, arrived.timestamp())) {
        deadLetter(wait, present.over(), among, arrived.timestamp());
      }
    }
    if (awaited.isPresent() && among.isFull(fact)) {
      required(output).deadLetter(arrived, present.full());
    } else if (awaited.isPresent()) {
      Optional<List<Emission<?, ?>>> unused =
          apply(arrived, fact, () -> List.of(among.begin(fact, arrived, awaited.get())));
    } else {
      Optional<List<Emission<?, ?>>> applied = apply(arrived, fact);
      if (applied.isPresent()) {
        step.satisfies(fact)
            .ifPresent(id -> release(among.awaiting(fact, id), fact, among, arrived.timestamp()));
        step.satisfiesAnyKey(fact)
            .filter(id -> releaseAcrossKeys(id, fact, among, arrived.timestamp()))
            .filter(id -> applied.get().stream().noneMatch(this::isOfItsOwnTopic))
            .ifPresent(id -> bringAgain(fact, arrived));
      }
    }
  }

  /** True when more are left than may end at once. */
  private boolean releaseAcrossKeys(
      String id, F brought, WaitingFacts<K, F> among, long timestamp) {
    int most = rule.orElseThrow().acrossKeys().orElseThrow();
    List<WaitingEntry> waiting = among.awaiting(id, most + 1);
    int ended = release(waiting.stream().limit(most).toList(), brought, among, timestamp);
    // where none has ended, none would end the next time
    return waiting.size() > most && ended > 0;
  }

  /** What a step appends to its own topic to go on from there brings again what the fact has. */
  private boolean isOfItsOwnTopic(Emission<?, ?> emission) {
    return emission.topic().name().equals(source.topic().name());
  }

  private void bringAgain(F fact, FactRecord arrived) {
    F again = step.continuation(fact);
    K key = source.keyOf().apply(again);
    Set<Integer> here = Set.of(arrived.origin().partition());
    Optional<List<Emission<?, ?>>> unused =
        apply(arrived, fact, () -> List.of(new Emission<>(source.topic(), key, again, here)));
  }

  /**
   * Applies those that waited for it, in the order of their log; what waits brings nothing.
   *
   * @return how many have ended
   */
  private int release(
      List<WaitingEntry> waiting, F brought, WaitingFacts<K, F> among, long timestamp) {
    int ended = 0;
    for (WaitingEntry wait : waiting) {
      if (among.isOver(wait, brought)) {
        deadLetter(wait, rule.orElseThrow().over(), among, timestamp);
        ended++;
      } else if (endBrought(wait, among, timestamp)) {
        ended++;
      }
    }
    return ended;
  }

  /**
   * Applies a fact for which all has come, and buries one that cannot be read any more.
   *
   * @return false when it goes on waiting
   */
  private boolean endBrought(WaitingEntry wait, WaitingFacts<K, F> among, long timestamp) {
    F fact;
    try {
      fact = among.factOf(wait);
      if (step.waitsFor(fact).isPresent()) {
        return false;
      }
    } catch (RuntimeException e) {
      deadLetter(wait, failureOf(e), among, timestamp);
      return true;
    }
    end(wait, among, timestamp);
    Optional<List<Emission<?, ?>>> unused = apply(wait.record(timestamp), fact);
    return true;
  }

  private void deadLetter(
      WaitingEntry wait, Failure failure, WaitingFacts<K, F> among, long timestamp) {
    end(wait, among, timestamp);
    required(output).deadLetter(wait.record(timestamp), failure);
  }

  private void end(WaitingEntry wait, WaitingFacts<K, F> among, long timestamp) {
    FactEnvelope envelope =
        OwnEnvelope.of(
            "ended " + wait.record(timestamp).origin(),
            wait.key().factKey(),
            wait.state().getAcceptedAtMs());
    required(output).emit(among.end(wait), timestamp, FactHeaders.of(envelope));
  }

  /** What became of the fact; nothing when it is a dead letter. */
  private Optional<List<Emission<?, ?>>> apply(FactRecord record, F fact) {
    return apply(record, fact, () -> step.apply(fact));
  }

  /** The same of an effect that changes stores. */
  private Optional<List<Emission<?, ?>>> apply(
      FactRecord record, F fact, Supplier<List<Emission<?, ?>>> effect) {
    List<Emission<?, ?>> emissions;
    Runnable sending;
    required(stores).begin();
    try {
      emissions = effect.get();
      sending = required(output).prepare(source.envelopeOf().apply(fact), record, emissions);
    } catch (RuntimeException e) {
      required(stores).undo();
      required(output).deadLetter(record, failureOf(e));
      return Optional.empty();
    }
    required(stores).keep();
    sending.run();
    return Optional.of(emissions);
  }

  private void look(long now) {
    if (waits != null) {
      WaitingFacts<K, F> among = waits;
      among.late(now, wait -> tick(wait, among, now));
    }
    step.onTimer(now).forEach(emission -> emitDue(emission, now));
  }

  private boolean tick(WaitingEntry wait, WaitingFacts<K, F> among, long now) {
    F fact;
    try {
      fact = among.factOf(wait);
    } catch (SchemaUnavailableException e) {
      return false; // the next look comes soon
    } catch (RuntimeException e) {
      deadLetter(wait, failureOf(e), among, now);
      return true;
    }
    WaitingFacts.Tick tick = among.tick(wait, fact, now);
    required(output).emit(tick.emission(), now, FactHeaders.of(tick.envelope()));
    return true;
  }

  /**
   * What is no fact, such as a tombstone, comes from one that the processors might have written.
   */
  private void emitDue(Emission<?, ?> emission, long now) {
    Class<F> type = source.topic().requiredValueType();
    FactEnvelope envelope =
        type.isInstance(emission.value())
            ? source.envelopeOf().apply(type.cast(emission.value()))
            : OwnEnvelope.of("due " + emission.recordKey() + ' ' + now, emission.recordKey(), now);
    required(output).emit(emission, now, FactHeaders.of(envelope));
  }

  private Failure failureOf(RuntimeException e) {
    if (e instanceof FactRefusedException refused) {
      return refused.failure();
    }
    if (e instanceof StateTooLargeException) {
      return new Failure(FailureCode.LIMIT_EXCEEDED, String.valueOf(e.getMessage()));
    }
    if (e instanceof UndecodableException undecodable) {
      return new Failure(FailureCode.UNDECODABLE, undecodable.reason());
    }
    if (e instanceof KeyFormatException malformed) {
      return new Failure(FailureCode.INVALID_KEY, malformed.rule());
    }
    if (e instanceof KafkaException || e instanceof SchemaUnavailableException) {
      // nothing is wrong with the fact: it is read again
      throw e;
    }
    log.error("processing a fact of {} failed", source.topic().name(), e);
    return new Failure(FailureCode.PROCESSING_FAILED, e.getClass().getSimpleName());
  }

  private Origin origin() {
    return required(context)
        .recordMetadata()
        .map(data -> new Origin(data.topic(), data.partition(), data.offset()))
        .orElseThrow();
  }

  private static <T> T required(@Nullable T part) {
    if (part == null) {
      throw new IllegalStateException("not initialized");
    }
    return part;
  }
}
