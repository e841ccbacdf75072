package io.tributary.processors.kit;

import io.tributary.processors.fact.FactHandler;
import io.tributary.processors.fact.FactProcessor;
import io.tributary.processors.fact.FactSource;
import io.tributary.processors.fact.FactStep;
import io.tributary.processors.fact.GenerationHandover;
import io.tributary.processors.fact.OutputRecord;
import io.tributary.processors.store.TaskStores;
import io.tributary.processors.topology.TopologyPlan;
import io.tributary.runtime.metrics.Meters;
import io.tributary.schemas.format.SingleObjectFormat;
import io.tributary.schemas.format.ValueFormat;
import io.tributary.schemas.header.RecordHeader;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.TopicNaming;
import io.tributary.schemas.topic.Topics;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** One task, with a log of its own and stores that outlive a restart. */
public final class DrivenTask<K, F extends SpecificRecordBase> {

  private static final ValueFormat FRAMING = SingleObjectFormat.ofReleases();

  /** What it was fed, in order. */
  public final List<F> log = new ArrayList<>();

  private final FactSource<K, F> source;
  private final BiFunction<TopologyPlan, TaskStores, FactStep<F>> step;
  private final MockTask task;
  private final Meters meters = new Meters();
  private FactProcessor<K, F> processor;

  public DrivenTask(
      Path stateDir,
      FactSource<K, F> source,
      BiFunction<TopologyPlan, TaskStores, FactStep<F>> step,
      String... storeNames) {
    this.task = new MockTask(stateDir, 0, List.of(storeNames));
    this.source = source;
    this.step = step;
    restart();
  }

  /** A record that was written, or a dead letter: its code as the key, no value. */
  public record Written(String topic, String key, @Nullable SpecificRecordBase value) {}

  /** Begins afresh over the stores as they are. */
  public void restart() {
    TopologyPlan plan =
        new TopologyPlan(
            TopicNaming.PLAIN, FRAMING, meters, GenerationHandover.FIRST, () -> Instant.EPOCH);
    Map<String, String> children =
        Topics.all().stream().collect(Collectors.toMap(Topic::name, Topic::name));
    processor =
        new FactProcessor<>(
            source,
            (stores, application) -> FactHandler.of(step.apply(plan, stores), application),
            FRAMING,
            new FactProcessor.FactRoutes(children, "dead-letters", source.topic().partitions()),
            GenerationHandover.FIRST,
            meters);
    processor.init(task.restart());
  }

  /** What becomes of a fact. */
  public List<Written> process(F fact) {
    task.at(source.topic().name(), log.size());
    log.add(fact);
    byte[] key = source.topic().keyBytes(source.keyOf().apply(fact));
    processor.process(new Record<>(key, FRAMING.encode(fact), 0));
    return written();
  }

  /** What is due at that time of the wall clock, epoch milliseconds. */
  public List<Written> punctuate(long wallClock) {
    task.punctuate(wallClock);
    return written();
  }

  private List<Written> written() {
    return task.takeForwarded().stream().map(DrivenTask::written).toList();
  }

  @SuppressWarnings("unchecked") // records of a topic have its keys
  private static Written written(MockProcessorContext.CapturedForward<?, ?> forward) {
    String child = forward.childName().orElseThrow();
    Record<?, ?> record = forward.record();
    if (child.equals("dead-letters")) {
      return new Written(child, RecordHeader.CODE.get(record.headers()).orElseThrow(), null);
    }
    Topic<Object, ?> topic = (Topic<Object, ?>) Topics.named(child).orElseThrow();
    return new Written(
        child,
        topic.keys().encode(((OutputRecord<?, ?>) record.key()).key()),
        (SpecificRecordBase) record.value());
  }
}
