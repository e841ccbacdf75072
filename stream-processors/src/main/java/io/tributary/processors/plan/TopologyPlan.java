package io.tributary.processors.plan;

import io.tributary.processors.command.CommandRules;
import io.tributary.processors.command.CommandStep;
import io.tributary.processors.dedupe.DedupeProcessor;
import io.tributary.processors.dedupe.Identity;
import io.tributary.processors.fact.FactProcessor;
import io.tributary.processors.fact.FactSource;
import io.tributary.processors.fact.FactStep;
import io.tributary.runtime.metrics.Meters;
import io.tributary.schemas.framing.Framing;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.TopicNaming;
import io.tributary.schemas.topic.Topics;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.Topology;

/**
 * Builds the topology. Every node is named after the topic that it reads or writes, so that a
 * topology's description, its metrics and its internal topics stay what they are from release to
 * release.
 */
public final class TopologyPlan {

  private final Topology topology = new Topology();
  private final TopicNaming naming;
  private final Framing framing;
  private final Meters meters;
  private final int generation;

  /**
   * A plan without a path.
   *
   * @param generation raised when facts are processed afresh into new topics and tables
   */
  public TopologyPlan(TopicNaming naming, Framing framing, Meters meters, int generation) {
    this.naming = naming;
    this.framing = framing;
    this.meters = meters;
    this.generation = generation;
  }

  /** Reads facts and applies a step to them; a new step for each task. */
  public <K, F extends SpecificRecordBase> FactPath<K, F> facts(
      FactSource<K, F> source, Supplier<FactStep<F>> step) {
    return new FactPath<>(source, step);
  }

  /** Reads commands, decides them, and writes directory and outcomes. */
  public <C extends SpecificRecordBase, S extends SpecificRecordBase> void commands(
      CommandRules<C, S> rules) {
    String store = rules.directory().name() + "-state";
    String decide = rules.commands().topic().name() + "-decide";
    Supplier<FactStep<C>> step = () -> new CommandStep<>(rules, store, framing, generation);
    String directory = sinkName(rules.directory());
    // a family has one topic of outcomes and any number of commands, each with a node of its own
    String outcomes = rules.commands().topic().name() + "-outcomes";
    Map<String, String> children =
        Map.of(rules.directory().name(), directory, rules.outcomes().name(), outcomes);
    addFacts(rules.commands(), step, decide, children);
    topology.addStateStore(CommandStep.store(store), decide);
    addSink(rules.directory(), directory, decide);
    addSink(rules.outcomes(), outcomes, decide);
  }

  /** The topology of all paths added so far. */
  public Topology topology() {
    return topology;
  }

  /** The path of one kind of fact. */
  public final class FactPath<K, F extends SpecificRecordBase> {

    private final FactSource<K, F> source;
    private final Supplier<FactStep<F>> step;

    private FactPath(FactSource<K, F> source, Supplier<FactStep<F>> step) {
      this.source = source;
      this.step = step;
    }

    /** Passes on each resulting record once. */
    public <R, V extends SpecificRecordBase> OncePath<R, V> once(Identity<R, V> identity) {
      String name = source.topic().name() + "-split";
      String dedupe = identity.topic().name() + "-dedupe";
      String store = identity.topic().name() + "-seen";
      addFacts(source, step, name, Map.of(identity.topic().name(), dedupe));
      topology.addProcessor(dedupe, () -> new DedupeProcessor<>(identity, store, meters), name);
      topology.addStateStore(DedupeProcessor.store(store, identity), dedupe);
      return new OncePath<>(dedupe);
    }
  }

  /** The path of records that are passed on once. */
  public final class OncePath<R, V extends SpecificRecordBase> {

    private final String parent;

    private OncePath(String parent) {
      this.parent = parent;
    }

    /** Writes them to their topic. */
    public void to(Topic<R, V> topic) {
      addSink(topic, sinkName(topic), parent);
    }
  }

  private <K, F extends SpecificRecordBase> void addFacts(
      FactSource<K, F> source,
      Supplier<FactStep<F>> step,
      String name,
      Map<String, String> children) {
    String sourceName = source.topic().name() + "-source";
    String deadLetters = source.topic().name() + "-dead-letters";
    FactProcessor.FactRoutes routes = new FactProcessor.FactRoutes(children, deadLetters);
    topology.addSource(
        sourceName,
        new ByteArrayDeserializer(),
        new ByteArrayDeserializer(),
        naming.of(source.topic()));
    topology.addProcessor(
        name, () -> new FactProcessor<>(source, step.get(), framing, routes, meters), sourceName);
    topology.addSink(
        deadLetters,
        naming.of(Topics.deadLettersOf(source.topic().family().orElseThrow())),
        new ByteArraySerializer(),
        new ByteArraySerializer(),
        name);
  }

  private <K, V extends SpecificRecordBase> void addSink(
      Topic<K, V> topic, String name, String parent) {
    TopicWriter<K, V> writer = new TopicWriter<>(topic, framing);
    topology.addSink(
        name, naming.of(topic), writer.keys(), writer.values(), writer.partitioner(), parent);
  }

  private static String sinkName(Topic<?, ?> topic) {
    return topic.name() + "-sink";
  }
}
