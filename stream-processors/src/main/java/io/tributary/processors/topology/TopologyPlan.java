package io.tributary.processors.topology;

import io.tributary.avro.envelope.SeenMessage;
import io.tributary.processors.command.ActivityStep;
import io.tributary.processors.command.CommandRules;
import io.tributary.processors.command.CommandStep;
import io.tributary.processors.dedupe.DedupeProcessor;
import io.tributary.processors.dedupe.EventIdentity;
import io.tributary.processors.fact.FactHandler;
import io.tributary.processors.fact.FactProcessor;
import io.tributary.processors.fact.FactSource;
import io.tributary.processors.fact.FactStep;
import io.tributary.processors.fact.GenerationHandover;
import io.tributary.processors.state.AggregateStore;
import io.tributary.processors.state.AggregateType;
import io.tributary.processors.state.RecordedStates;
import io.tributary.processors.state.SeenMessages;
import io.tributary.processors.state.StateDescriptor;
import io.tributary.processors.state.TtlStateStore;
import io.tributary.processors.store.StateFormat;
import io.tributary.processors.store.TaskStores;
import io.tributary.processors.waiting.WaitPolicy;
import io.tributary.processors.waiting.WaitingFacts;
import io.tributary.processors.waiting.WaitingStep;
import io.tributary.runtime.metrics.Meters;
import io.tributary.schemas.format.ValueFormat;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.TopicNaming;
import io.tributary.schemas.topic.Topics;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.state.StoreBuilder;

/**
 * Builder of the topology. Every node is named after its topic, so that a topology's description,
 * its metrics and its internal topics stay the same from release to release.
 */
public final class TopologyPlan {

  private final Topology topology = new Topology();

  /** Topics of commands by their directory. */
  private final Map<String, Topic<?, ?>> owners = new HashMap<>();

  /** States with records, by the name of their topic. */
  private final Map<String, RecordedStates<?, ?>> recorded = new HashMap<>();

  private final Map<String, Map<String, String>> changelogs = new HashMap<>();

  /** Names of topics that are written once. */
  private final Set<String> written = new HashSet<>();

  private final TopicNaming naming;
  private final ValueFormat format;
  private final ValueFormat stateFormat;
  private final Meters meters;
  private final GenerationHandover handover;
  private final InstantSource clock;
  private final UnaryOperator<Processor<byte[], byte[], Object, Object>> guard;
  private Function<String, Optional<String>> topicIds = topic -> Optional.empty();

  /**
   * A plan without a guard.
   *
   * @param clock decides about forgetting alone
   */
  public TopologyPlan(
      TopicNaming naming,
      ValueFormat format,
      Meters meters,
      GenerationHandover handover,
      InstantSource clock) {
    this(naming, format, meters, handover, clock, UnaryOperator.identity());
  }

  /**
   * A plan.
   *
   * @param guard wraps each processor of facts
   */
  public TopologyPlan(
      TopicNaming naming,
      ValueFormat format,
      Meters meters,
      GenerationHandover handover,
      InstantSource clock,
      UnaryOperator<Processor<byte[], byte[], Object, Object>> guard) {
    this.guard = guard;
    this.clock = clock;
    this.naming = naming;
    this.format = format;
    this.stateFormat = new StateFormat(format);
    this.meters = meters;
    this.handover = handover;
  }

  /** A path from facts through a step; a new step for each task. */
  public <K, F extends SpecificRecordBase> FactPath<K, F> facts(
      FactSource<K, F> source, Function<TaskStores, FactStep<F>> step) {
    return new FactPath<>(
        this, source, handlers(step), List.of(), Optional.empty(), Optional.empty());
  }

  /** The same, and counts facts that are not refused as activity of their aggregate. */
  public <K, F extends SpecificRecordBase, S extends SpecificRecordBase>
      FactPath<K, F> countedFacts(
          FactSource<K, F> source, AggregateType<S> kind, Function<TaskStores, FactStep<F>> step) {
    requireTogether(source.topic(), kind);
    FactProcessor.Handlers<F> handlers =
        handlers(
            stores ->
                step.apply(stores)
                    .then(new ActivityStep<>(source, kind, aggregates(kind, stores))));
    return new FactPath<>(this, source, handlers, List.of(), Optional.of(kind), Optional.empty());
  }

  private static <F extends SpecificRecordBase> FactProcessor.Handlers<F> handlers(
      Function<TaskStores, FactStep<F>> step) {
    return (stores, application) -> FactHandler.of(step.apply(stores), application);
  }

  /** A path of facts that may wait for others. */
  public <K, F extends SpecificRecordBase> FactPath<K, F> waitingFacts(
      FactSource<K, F> source, WaitPolicy<F> policy, Function<TaskStores, WaitingStep<F>> step) {
    return new FactPath<>(
        this,
        source,
        (stores, application) ->
            new WaitingFacts<>(
                source, policy, step.apply(stores), stateFormat, stores, application),
        policy.stores(),
        Optional.empty(),
        Optional.of(policy.waits()));
  }

  /** Names the id of a topic in the cluster in dead letters; before the first path. */
  public TopologyPlan identifying(Function<String, Optional<String>> ids) {
    topicIds = ids;
    return this;
  }

  /** Settings of the changelogs, by the names of their stores. */
  public Map<String, Map<String, String>> changelogs() {
    return Map.copyOf(changelogs);
  }

  void addStore(StoreBuilder<?> store, String node) {
    topology.addStateStore(store, node);
    changelogs.put(store.name(), store.logConfig());
  }

  /** States whose changes are the records of a topic, by its name. */
  public Map<String, RecordedStates<?, ?>> recorded() {
    return Map.copyOf(recorded);
  }

  void addRecorded(RecordedStates<?, ?> states) {
    recorded.put(states.topic().name(), states);
  }

  /** Adds the processor and the sink of a topic whose events are written once. */
  void addDedupe(EventIdentity<?, ?> identity, String parent) {
    String topic = identity.topic().name();
    String dedupe = dedupeName(identity.topic());
    String store = topic + "-seen";
    topology.addProcessor(dedupe, () -> new DedupeProcessor<>(identity, store, meters), parent);
    addStore(DedupeProcessor.store(store, identity, clock), dedupe);
    written.add(topic);
    addSink(identity.topic(), sinkName(identity.topic()), dedupe);
  }

  /** True for a topic that has a sink of its own. */
  boolean isWrittenOnce(Topic<?, ?> topic) {
    return written.contains(topic.name());
  }

  /** States of one task, on a path {@link FactPath#with} that descriptor. */
  public <K, S extends SpecificRecordBase> TtlStateStore<K, S> states(
      StateDescriptor<K, S> kind, TaskStores stores) {
    return new TtlStateStore<>(kind, stores, stateFormat(), naming.generation(), meters);
  }

  /** Ids of one task's messages, each evicted when its time is over. */
  public SeenMessages seenMessages(StateDescriptor<String, SeenMessage> kind, TaskStores stores) {
    return new SeenMessages(states(kind, stores).evictingBy(stores));
  }

  /** A path from commands to directory and outcomes. */
  public <C extends SpecificRecordBase, S extends SpecificRecordBase> void commands(
      CommandRules<C, S> rules) {
    Topic<String, C> commands = rules.commands().topic();
    AggregateType<S> kind = rules.aggregates();
    String decide = commands.name() + "-decide";
    String directory = sinkName(kind.directory());
    // a family has one topic of outcomes and any number of commands, each with a node of its own
    String outcomes = commands.name() + "-outcomes";
    Map<String, String> children =
        Map.of(kind.directory().name(), directory, rules.outcomes().name(), outcomes);
    facts(rules.commands(), stores -> new CommandStep<>(rules, aggregates(kind, stores)))
        .add(decide, children);
    AggregateStore.stores(kind).forEach(store -> addStore(store, decide));
    owners.put(kind.directory().name(), commands);
    recorded.put(kind.directory().name(), RecordedStates.of(kind));
    addSink(kind.directory(), directory, decide);
    addSink(rules.outcomes(), outcomes, decide);
  }

  /** A path of facts that only count as activity. */
  public <K, F extends SpecificRecordBase> void activity(
      FactSource<K, F> source, AggregateType<?> kind) {
    countedFacts(source, kind, stores -> fact -> List.of())
        .add(source.topic().name() + "-count", Map.of());
  }

  /** Format of states. */
  public ValueFormat stateFormat() {
    return stateFormat;
  }

  /** Number of a topic's partitions. */
  public int partitions(Topic<?, ?> topic) {
    return naming.partitions(topic);
  }

  public Meters meters() {
    return meters;
  }

  public Topology topology() {
    return topology;
  }

  <K, F extends SpecificRecordBase> void addFacts(
      FactSource<K, F> source,
      FactProcessor.Handlers<F> handlers,
      String name,
      Map<String, String> children) {
    String sourceName = source.topic().name() + "-source";
    String deadLetters = source.topic().name() + "-dead-letters";
    FactProcessor.FactRoutes routes =
        new FactProcessor.FactRoutes(children, deadLetters, partitions(source.topic()), topicIds);
    topology.addSource(
        sourceName,
        new ByteArrayDeserializer(),
        new ByteArrayDeserializer(),
        naming.of(source.topic()));
    topology.addProcessor(
        name,
        () ->
            guard.apply(
                new FactProcessor<>(source, handlers, stateFormat, routes, handover, meters)),
        sourceName);
    topology.addSink(
        deadLetters,
        naming.of(Topics.deadLettersOf(source.topic().family().orElseThrow())),
        new ByteArraySerializer(),
        new ByteArraySerializer(),
        name);
  }

  private <S extends SpecificRecordBase> AggregateStore<S> aggregates(
      AggregateType<S> kind, TaskStores stores) {
    return new AggregateStore<>(kind, stores, stateFormat, naming.generation());
  }

  /** Kafka Streams gives a task the same partition of all its topics, and checks nothing. */
  private void requireTogether(Topic<?, ?> activity, AggregateType<?> kind) {
    Topic<?, ?> commands = owners.get(kind.directory().name());
    if (commands == null) {
      throw new IllegalArgumentException("nothing makes what " + kind.directory() + " lists");
    }
    if (partitions(activity) != partitions(commands) || !activity.keys().equals(commands.keys())) {
      throw new IllegalArgumentException(
          activity + " and " + commands + " must have equal keys and as many partitions");
    }
  }

  <K, V extends SpecificRecordBase> void addSink(Topic<K, V> topic, String name, String parent) {
    TopicWriter<K, V> writer = new TopicWriter<>(topic, format);
    topology.addSink(
        name, naming.of(topic), writer.keys(), writer.values(), writer.partitioner(), parent);
  }

  static String dedupeName(Topic<?, ?> topic) {
    return topic.name() + "-dedupe";
  }

  static String sinkName(Topic<?, ?> topic) {
    return topic.name() + "-sink";
  }
}
