package io.tributary.processors.kit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.processors.fact.FactProcessor;
import io.tributary.processors.fact.FactSource;
import io.tributary.processors.fact.FactStep;
import io.tributary.processors.fact.Succession;
import io.tributary.processors.plan.TopologyPlan;
import io.tributary.runtime.metrics.Meters;
import io.tributary.schemas.header.FactHeaders;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.TopicNaming;
import io.tributary.schemas.topic.Topics;
import io.tributary.traffic.LogRecord;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** One task on a log, with stores that outlive a restart. */
public final class DrivenTask<K, F extends SpecificRecordBase> {

  private final DrivenLog log;
  private final FactSource<K, F> source;
  private final Function<TopologyPlan, FactStep<F>> step;
  private final MockTask task;
  private final Meters meters = new Meters();
  private final List<Made> made = new ArrayList<>();
  private FactProcessor<K, F> processor;
  private int position;

  public DrivenTask(
      DrivenLog log,
      Path stateDir,
      FactSource<K, F> source,
      Function<TopologyPlan, FactStep<F>> step,
      String... storeNames) {
    this.log = log;
    this.task = new MockTask(stateDir, 0, List.of(storeNames));
    this.source = source;
    this.step = step;
    restart();
  }

  /** Begins afresh over the stores as they are. */
  public void restart() {
    TopologyPlan plan =
        new TopologyPlan(
            TopicNaming.PLAIN, DrivenLog.FRAMING, meters, Succession.FIRST, () -> Instant.EPOCH);
    Map<String, String> children =
        Topics.all().stream().collect(Collectors.toMap(Topic::name, Topic::name));
    String letters = source.topic().family().orElseThrow().label() + ".dead-letters";
    processor =
        new FactProcessor<>(
            source,
            step.apply(plan),
            Optional.empty(),
            DrivenLog.FRAMING,
            new FactProcessor.FactRoutes(children, letters),
            Succession.FIRST,
            meters);
    processor.init(task.restart());
  }

  /** A record that a fact became, or a dead letter. */
  public record Made(String topic, String key, @Nullable ByteBuffer value) {}

  /** Appends a fact and processes all that stands in the log. */
  public void send(F fact) {
    log.append(
        source.topic().name(),
        source.topic().keys().encode(source.keyOf().apply(fact)),
        DrivenLog.FRAMING.encode(fact),
        FactHeaders.of(source.envelopeOf().apply(fact)));
    catchUp();
  }

  /** Processes all facts of the log that it has not processed. */
  public void catchUp() {
    List<LogRecord> facts = log.topic(source.topic().name());
    while (position < facts.size()) {
      LogRecord fact = facts.get(position);
      task.at(fact.topic(), fact.offset());
      position++;
      Headers headers = new RecordHeaders();
      fact.headers().forEach((name, text) -> headers.add(name, utf8(text)));
      byte[] value = fact.value() == null ? null : fact.value().array();
      processor.process(new Record<>(utf8(fact.key()), value, 0, headers));
      made.addAll(append());
    }
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Appends what is due at that time of the wall clock, epoch milliseconds. */
  public List<Made> punctuate(long wallClock) {
    task.punctuate(wallClock);
    return append();
  }

  private List<Made> append() {
    return task.takeForwarded().stream()
        .map(log::append)
        .map(record -> new Made(record.topic(), record.key(), record.value()))
        .toList();
  }

  /** Requires that fresh stores make the same of the same facts. */
  public void requireSameAgain(DrivenTask<K, F> fresh) {
    log.topic(source.topic().name()).forEach(fresh.log::append);
    fresh.catchUp();
    assertThat(fresh.made).isEqualTo(made);
  }
}
