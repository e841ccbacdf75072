package io.tributary.processors.dedupe;

import io.micrometer.core.instrument.Counter;
import io.tributary.processors.fact.OutputRecord;
import io.tributary.processors.metrics.ProcessorsMeter;
import io.tributary.runtime.metrics.Meters;
import java.time.Duration;
import java.time.InstantSource;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.StoreBuilder;
import org.jspecify.annotations.Nullable;

/** Passes on each event once. */
public final class DedupeProcessor<K, V extends SpecificRecordBase>
    implements Processor<OutputRecord<K, V>, V, OutputRecord<K, V>, V> {

  private static final Duration SWEEP_EVERY = Duration.ofSeconds(30);

  private final EventIdentity<K, V> identity;
  private final String storeName;
  private final Counter duplicates;
  private @Nullable ProcessorContext<OutputRecord<K, V>, V> context;
  private @Nullable ProcessedIds seen;

  /** Greatest accepted_at_ms so far; nothing is forgotten before the first. */
  private long newest = Long.MIN_VALUE;

  /** A processor of one task, with a store of {@link #store}. */
  public DedupeProcessor(EventIdentity<K, V> identity, String storeName, Meters meters) {
    this.identity = identity;
    this.storeName = storeName;
    this.duplicates = meters.counter(ProcessorsMeter.DUPLICATES, identity.topic().name());
  }

  /** Store for a processor of that identity. */
  public static StoreBuilder<ProcessedIds> store(
      String name, EventIdentity<?, ?> identity, InstantSource clock) {
    return new ProcessedIdsBuilder(name, identity.remembered(), clock);
  }

  @Override
  public void init(ProcessorContext<OutputRecord<K, V>, V> processorContext) {
    ProcessedIds ids = processorContext.getStateStore(storeName);
    // now, while the instance is not ready yet, rather than at the first record
    ids.open();
    context = processorContext;
    seen = ids;
    processorContext.schedule(
        SWEEP_EVERY, PunctuationType.WALL_CLOCK_TIME, wallClock -> ids.sweep(newest, wallClock));
  }

  @Override
  public void process(Record<OutputRecord<K, V>, V> record) {
    if (seen == null || context == null) {
      throw new IllegalStateException("not initialized");
    }
    long acceptedAt = identity.acceptedAt().applyAsLong(record.value());
    newest = Math.max(newest, acceptedAt);
    if (seen.add(identity.digest(record.key().key(), record.value()), acceptedAt)) {
      context.forward(record);
    } else {
      duplicates.increment();
    }
  }
}
