package io.tributary.simulation;

import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.Topics;
import io.tributary.sink.SinkPipeline;
import io.tributary.sink.table.KeyAttribute;
import io.tributary.sink.table.TableAdmin;
import io.tributary.sink.table.TableDefinition;
import io.tributary.simulation.dynamo.Interceptor;
import io.tributary.simulation.dynamo.SimulatedDynamo;
import io.tributary.simulation.dynamo.SimulatedDynamoClient;
import io.tributary.traffic.Model;
import io.tributary.traffic.Models;
import io.tributary.traffic.Traffic;
import java.io.File;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** One run of the whole pipeline, from its seed to the judgement of its promises. */
final class Simulation {

  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  /** Longer than a removal waits until it is repeated. */
  private static final Duration SETTLES = Duration.ofSeconds(75);

  private static final int MOST_ROUNDS = 40;

  private static final Map<List<Family>, SimulatedDynamo> EMPTY = new ConcurrentHashMap<>();

  private final Plan plan;
  private final Installation installation;
  private final World world;
  private final Faults faults;
  private final SimulatedLog log;
  private final SimulatedDynamo dynamo;
  private final Fleet fleet;
  private final List<Model> models;
  private final Senders senders;

  Simulation(Plan plan, Fibers fibers, File files) {
    this.plan = plan;
    this.installation = Installation.of(plan.families());
    this.world = new World(plan.seed(), fibers);
    this.faults = new Faults(world.chance().split(), plan.faulty());
    this.fleet = new Fleet(world);
    this.log = new SimulatedLog(world, faults, fleet, plan.families());
    InstantSource clock = () -> Instant.ofEpochMilli(world.millis());
    this.dynamo = empty(List.copyOf(plan.families())).emptied(clock);
    this.models = plan.families().stream().map(Models::of).toList();
    start(files);
    List<Traffic> traffic =
        models.stream()
            .map(
                model ->
                    model.traffic(plan.seed(), "s", installation.credentials(), clock))
            .toList();
    this.senders =
        new Senders(world, () -> fleet.of(SimulatedGateway.class), traffic, plan.requests());
  }

  /** A database with the families' tables, made as operators make them. */
  private static SimulatedDynamo empty(List<Family> families) {
    return EMPTY.computeIfAbsent(
        families,
        any -> {
          SimulatedDynamo made = new SimulatedDynamo(() -> Instant.EPOCH);
          new TableAdmin(new SimulatedDynamoClient(made, Interceptor.NONE), "")
              .create(SinkPipeline.tables(java.util.EnumSet.copyOf(families)));
          return made;
        });
  }

  private void start(File files) {
    Chance chance = world.chance().split();
    FaultyTables tables = new FaultyTables(world, dynamo, faults);
    int stopping = plan.faulty() ? chance.nextInt(300) : 0;
    Function<SimulatedProcess, SimulatedProcess> fibrous =
        process -> {
          process.fibers(stopping);
          return process;
        };
    for (int i = chance.between(1, 2); i > 0; i--) {
      fleet.start(
          "gateway-" + i,
          name -> fibrous.apply(new SimulatedGateway(world, name, installation, log)));
    }
    for (int i = chance.between(1, 2); i > 0; i--) {
      fleet.start(
          "processors-" + i,
          name ->
              fibrous.apply(new SimulatedProcessors(world, name, installation, log, files)));
    }
    for (int i = chance.between(1, 2); i > 0; i--) {
      fleet.start("sink-" + i, name -> fibrous.apply(sink(name, tables, "tributary-sink")));
    }
  }

  private SimulatedSink sink(String name, Tables tables, String group) {
    return new SimulatedSink(
        world, name, installation, log, tables, new SimulatedSink.Role(group, true));
  }

  /** Runs to the end and judges. */
  Outcome run() {
    List<String> violations = new ArrayList<>();
    world.runUntil(senders::isPrepared, after(120));
    if (!senders.isPrepared()) {
      violations.add("the preparations were not acknowledged within two minutes without a fault");
    }
    Nemesis nemesis = new Nemesis(world, fleet, faults, new Meddling(world, log, dynamo));
    world.runUntil(senders::areDone, after(3600));
    senders.stop();
    nemesis.end();
    world.runUntil(senders::areDone, after(600));
    fleet.end(SimulatedGateway.class);
    drain(violations);
    DrainedContents contents = new DrainedContents(log, dynamo, this::keyOf);
    for (Model model : models) {
      violations.addAll(model.violations(contents, senders.deliveries()));
    }
    Outcome outcome =
        new Outcome(plan, digest(), violations, tally(contents), world.steps());
    fleet.end(SimulatedProcess.class);
    return outcome;
  }

  private long after(int seconds) {
    return world.nanos() + seconds * SECOND;
  }

  private void drain(List<String> violations) {
    for (int round = 0; round < MOST_ROUNDS; round++) {
      long before = log.appended();
      world.runUntil(log::isRead, after(900));
      world.runUntil(() -> false, world.nanos() + SETTLES.toNanos());
      if (log.appended() == before && log.isRead()) {
        return;
      }
    }
    violations.add("the pipeline has not drained: " + log.lag());
  }

  private List<String> keyOf(String table) {
    TableDefinition definition =
        SinkPipeline.tables(plan.families()).stream()
            .filter(each -> each.name().equals(table))
            .findFirst()
            .orElseThrow();
    return definition.key().attributes().stream().map(KeyAttribute::name).toList();
  }

  private long digest() {
    long digest = world.trace();
    for (Topic<?, ?> topic : Topics.of(plan.families())) {
      digest = Chance.mix(digest ^ log.digest(topic.name()));
    }
    for (String table : dynamo.tables()) {
      digest = Chance.mix(digest ^ dynamo.items(table).hashCode());
    }
    return digest;
  }

  private Map<String, Integer> tally(DrainedContents contents) {
    Map<String, Integer> tally = new TreeMap<>();
    models.forEach(
        model ->
            model
                .tally(contents)
                .forEach((what, count) -> tally.merge(model.family().label() + ' ' + what, count, Integer::sum)));
    faults.happened().forEach((kind, count) -> tally.merge("fault " + kind, count, Integer::sum));
    tally.merge("requests", senders.deliveries().size(), Integer::sum);
    senders.deliveries().stream()
        .collect(Collectors.groupingBy(each -> "status " + each.status()))
        .forEach((status, all) -> tally.merge(status, all.size(), Integer::sum));
    return tally;
  }
}
