package io.tributary.processors.topology;

import static java.util.stream.Collectors.toMap;

import io.tributary.avro.envelope.WaitingFact;
import io.tributary.processors.dedupe.EventIdentity;
import io.tributary.processors.fact.FactProcessor;
import io.tributary.processors.fact.FactSource;
import io.tributary.processors.state.AggregateStore;
import io.tributary.processors.state.AggregateType;
import io.tributary.processors.state.RecordedStates;
import io.tributary.processors.state.StateDescriptor;
import io.tributary.processors.state.TtlStateStore;
import io.tributary.schemas.key.WaitKey;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.TopicKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.streams.state.StoreBuilder;

/** Path of one kind of fact. */
public final class FactPath<K, F extends SpecificRecordBase> {

  private final TopologyPlan plan;
  private final FactSource<K, F> source;
  private final FactProcessor.Handlers<F> handlers;
  private final List<StoreBuilder<?>> stores;
  private final Optional<AggregateType<?>> counted;
  private final Optional<Topic<WaitKey, WaitingFact>> waits;

  FactPath(
      TopologyPlan plan,
      FactSource<K, F> source,
      FactProcessor.Handlers<F> handlers,
      List<StoreBuilder<?>> stores,
      Optional<AggregateType<?>> counted,
      Optional<Topic<WaitKey, WaitingFact>> waits) {
    this.plan = plan;
    this.source = source;
    this.handlers = handlers;
    this.stores = stores;
    this.counted = counted;
    this.waits = waits;
  }

  /** Adds states for the step. */
  public FactPath<K, F> with(StateDescriptor<?, ?>... kinds) {
    for (StateDescriptor<?, ?> kind : kinds) {
      RecordedStates.of(kind).ifPresent(plan::addRecorded);
    }
    return keeping(
        Stream.of(kinds).<StoreBuilder<?>>map(TtlStateStore::store).toArray(StoreBuilder[]::new));
  }

  public FactPath<K, F> keeping(StoreBuilder<?>... further) {
    List<StoreBuilder<?>> all = new ArrayList<>(stores);
    all.addAll(List.of(further));
    return new FactPath<>(plan, source, handlers, List.copyOf(all), counted, waits);
  }

  /** Writes the step's records to these topics. */
  public void to(Topic<?, ?>... topics) {
    String name = source.topic().name() + "-apply";
    add(name, Stream.of(topics).collect(toMap(Topic::name, this::sinkOf)));
    Stream.of(topics).forEach(topic -> plan.addSink(topic, sinkOf(topic), name));
  }

  /**
   * Writes each event once.
   *
   * @param further facts from the step
   */
  public void toOnce(EventIdentity<?, ?> identity, Topic<?, ?> further) {
    String name = source.topic().name() + "-split";
    add(
        name,
        Map.of(
            identity.topic().name(),
            TopologyPlan.dedupeName(identity.topic()),
            further.name(),
            sinkOf(further)));
    plan.addSink(further, sinkOf(further), name);
    plan.addDedupe(identity, name);
  }

  /** Name of the sink; several paths may write one topic. */
  private String sinkOf(Topic<?, ?> topic) {
    return topic.kind() == TopicKind.FACTS || plan.isWrittenOnce(topic)
        ? source.topic().name() + "-to-" + topic.name()
        : TopologyPlan.sinkName(topic);
  }

  void add(String name, Map<String, String> children) {
    Map<String, String> all = new HashMap<>(children);
    // the directory's second sink; one task feeds both, so that an aggregate's states keep order
    String activity = source.topic().name() + "-activity";
    counted.ifPresent(kind -> all.put(kind.directory().name(), activity));
    // ticks, and other facts that a step appends to its own topic
    String ticks = source.topic().name() + "-ticks";
    waits.ifPresent(
        topic -> {
          all.put(topic.name(), TopologyPlan.sinkName(topic));
          all.put(source.topic().name(), ticks);
        });
    plan.addFacts(source, handlers, name, Map.copyOf(all));
    counted.ifPresent(
        kind -> {
          plan.topology().connectProcessorAndStateStores(name, AggregateStore.storeNames(kind));
          plan.addSink(kind.directory(), activity, name);
        });
    stores.forEach(store -> plan.addStore(store, name));
    waits.ifPresent(
        topic -> {
          plan.addSink(topic, TopologyPlan.sinkName(topic), name);
          plan.addSink(source.topic(), ticks, name);
        });
  }
}
