package io.tributary.processors.fact;

import io.micrometer.core.instrument.Counter;
import io.tributary.processors.metrics.ProcessorsMeter;
import io.tributary.processors.store.TaskStores;
import io.tributary.runtime.metrics.Meters;
import io.tributary.schemas.deadletter.Origin;
import io.tributary.schemas.format.ValueFormat;
import io.tributary.schemas.rule.RecordRule;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Turns facts into records. A fact that cannot be read, is refused, fails or makes something too
 * large goes to the dead letters, and nothing of it is applied; only failures of Kafka Streams
 * itself, and of a registry that does not answer, leave this class.
 */
public final class FactProcessor<K, F extends SpecificRecordBase>
    implements Processor<byte[], byte[], Object, Object> {

  private static final Duration TIMER = Duration.ofSeconds(5);

  private final FactSource<K, F> source;
  private final Handlers<F> handlers;
  private final ValueFormat format;
  private final FactRoutes routes;
  private final GenerationHandover handover;
  private final Meters meters;
  private final Counter facts;
  private final RecordRule rules;
  private @Nullable Task<K, F> task;

  /**
   * A processor of one task.
   *
   * @param format of states, which reads facts as well
   */
  public FactProcessor(
      FactSource<K, F> source,
      Handlers<F> handlers,
      ValueFormat format,
      FactRoutes routes,
      GenerationHandover handover,
      Meters meters) {
    this.source = source;
    this.handlers = handlers;
    this.format = format;
    this.routes = routes;
    this.handover = handover;
    this.meters = meters;
    this.rules = RecordRule.of(SpecificData.get().getSchema(source.topic().requiredValueType()));
    this.facts = meters.counter(ProcessorsMeter.FACTS, source.topic().name());
  }

  /** Makes the handler of a task. */
  @FunctionalInterface
  public interface Handlers<F extends SpecificRecordBase> {
    FactHandler<F> of(TaskStores stores, FactApplication<F> application);
  }

  /**
   * Nodes for the results.
   *
   * @param children node for the records of each topic
   * @param deadLetters node for the dead letters
   * @param partitions of the facts' topic
   * @param topicIds Kafka's id of a topic in the cluster; empty if unknown
   */
  public record FactRoutes(
      Map<String, String> children,
      String deadLetters,
      int partitions,
      Function<String, Optional<String>> topicIds) {

    /** Nodes without ids of topics. */
    public FactRoutes(Map<String, String> children, String deadLetters, int partitions) {
      this(children, deadLetters, partitions, topic -> Optional.empty());
    }
  }

  private record Task<K, F extends SpecificRecordBase>(
      ProcessorContext<Object, Object> context,
      PartitionScope<K, F> partition,
      FactHandler<F> handler,
      FactApplication<F> application) {}

  @Override
  public void init(ProcessorContext<Object, Object> context) {
    if (!handover.stillOwner().getAsBoolean()) {
      throw new GenerationReplacedException();
    }
    TaskStores stores = new TaskStores(context);
    FactOutput output = new FactOutput(source.topic(), handover, routes, format, meters, context);
    FactApplication<F> application = new FactApplication<>(source, output, stores);
    FactHandler<F> handler = handlers.of(stores, application);
    task =
        new Task<>(
            context,
            new PartitionScope<>(source.topic(), stores.partition(), routes.partitions()),
            handler,
            application);
    if (handover.leader().isEmpty()) {
      // the live generation alone emits due records
      context.schedule(
          TIMER,
          PunctuationType.WALL_CLOCK_TIME,
          now -> handler.onTimer(now).forEach(due -> application.emitDue(due, now)));
    }
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    if (task == null) {
      throw new IllegalStateException("not initialized");
    }
    facts.increment();
    FactRecord arrived =
        new FactRecord(
            record.key(), record.value(), record.headers(), origin(task), record.timestamp());
    F fact;
    try {
      fact = source.read(format, record.key(), record.value());
      source.check(fact, task.partition());
      rules.check(fact);
      task.handler().check(fact);
    } catch (RuntimeException e) {
      task.application().deadLetter(arrived, e);
      return;
    }
    task.handler().handle(arrived, fact);
  }

  private static Origin origin(Task<?, ?> task) {
    return task.context()
        .recordMetadata()
        .map(data -> new Origin(data.topic(), data.partition(), data.offset()))
        .orElseThrow();
  }
}
