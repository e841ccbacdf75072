package io.tributary.cli.replay;

import io.tributary.cli.options.OperatorOptions;
import io.tributary.cli.output.Output;
import io.tributary.cli.process.CommandContext;
import io.tributary.cli.process.ExitCode;
import io.tributary.gateway.GatewayFamilies;
import io.tributary.launcher.process.ServeUntilSignal;
import io.tributary.operations.JsonFields;
import io.tributary.operations.OperationException;
import io.tributary.operations.Program;
import io.tributary.operations.generation.CatchUpWait;
import io.tributary.operations.generation.NextGeneration;
import io.tributary.operations.generation.NextGenerationRun;
import io.tributary.operations.generation.Promotion;
import io.tributary.operations.kafka.Cluster;
import io.tributary.operations.replay.ReplayPlanner;
import io.tributary.operations.topics.TopicCreation;
import io.tributary.processors.settings.ProcessorsSettings;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.files.TemporaryFolder;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.runtime.kafka.generation.Generation;
import io.tributary.runtime.kafka.generation.GenerationLog;
import io.tributary.runtime.kafka.generation.LiveGeneration;
import io.tributary.schemas.topic.Topic;
import io.tributary.sink.consume.IntakeLimits;
import io.tributary.sink.settings.SinkSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * Builds and promotes the next generation.
 *
 * @param partitions of each new record topic; 0 for those of the live generation
 * @param incomplete true to do without facts that are gone
 * @param follow true to continue after it has caught up
 */
public record NextGenerationBuild(
    OperatorOptions options, int partitions, boolean incomplete, boolean follow) {

  private static final Duration SLACK = Duration.ofSeconds(20);

  private record Both(Settings settings, Generation live, int next) {

    Settings ofLive() {
      return GenerationLog.in(settings, live.number());
    }

    Settings ofNext() {
      return GenerationLog.in(settings, next);
    }
  }

  private static Both both(OperatorOptions options) {
    LiveGeneration found = GenerationLog.read(options.settings());
    Generation live = found.generation();
    int given = options.settings().get(KafkaSettings.GENERATION);
    if (given != 0 && given < live.number()) {
      throw OperationException.invalid(
          "--generation must be higher than " + live.number() + ", which is live");
    }
    return new Both(found.settings(), live, given == 0 ? live.number() + 1 : given);
  }

  /** Builds it until it has caught up. */
  public void run(OptionalDouble limit) throws Exception {
    Both both = both(options);
    if (both.next() == both.live().number()) {
      throw OperationException.invalid(
          "generation " + both.next() + " is live; there is nothing to make");
    }
    Settings settings = both.ofNext();
    CommandContext context = options.context();
    try (Cluster cluster = Cluster.connect(settings);
        TemporaryFolder states = TemporaryFolder.create("tributary-replay-")) {
      List<Topic<?, ?>> topics = GatewayFamilies.topics(settings);
      OptionalInt records = recordPartitions(cluster.topics().recordPartitions(topics), both);
      requireComplete(cluster);
      NextGeneration made = new NextGeneration(cluster, settings, context.runtime());
      made.requireOwn();
      print(
          TopicCreation.run(cluster, topics, records, context.runtime()).created(),
          made.createTables());
      NextGenerationRun run =
          new NextGenerationRun(stateful(settings, states), limit, context.runtime());
      CatchUpWait catchUp = new CatchUpWait(cluster, both.live().number(), run, context::progress);
      new ServeUntilSignal(context.out(), context.termination(), context.runtime().ticker())
          .run(run, () -> await(catchUp, both));
    } catch (InterruptedException e) {
      throw OperationException.failed(
          "generation " + both.next() + " is interrupted; repeat the command to continue");
    }
  }

  /** Settings with a folder for states, which must not lie in the current one by default. */
  private static Settings stateful(Settings settings, TemporaryFolder states) {
    return settings.isGiven(ProcessorsSettings.STATE_DIR)
        ? settings
        : settings.with(Map.of(ProcessorsSettings.STATE_DIR.key(), states.path().toString()));
  }

  private int await(CatchUpWait catchUp, Both both) throws InterruptedException {
    catchUp.await();
    String prefix = SinkSettings.tablePrefix(both.ofNext());
    options
        .output()
        .print(
            Program.named(
                "generation %d has caught up: tables %s*; `tributary replay promote` makes it live"
                    .formatted(both.next(), prefix)),
            JsonFields.of("generation", both.next())
                .and("caught_up", true)
                .and("table_prefix", prefix)
                .map());
    if (follow) {
      untilTerminated(catchUp);
    }
    return ExitCode.DONE;
  }

  private void untilTerminated(CatchUpWait catchUp) throws InterruptedException {
    try {
      catchUp.follow();
    } catch (InterruptedException e) {
      if (!options.context().termination().isRequested()) {
        throw e;
      }
    }
  }

  private void requireComplete(Cluster cluster) throws InterruptedException {
    if (!incomplete
        && !new ReplayPlanner(cluster, options.context().runtime().clock())
            .ofFacts()
            .isComplete()) {
      throw OperationException.found(
          "facts are gone whose items may still live (`replay plan --from facts` says which);"
              + " --incomplete does without them");
    }
  }

  /** Partitions of new record topics; empty for those of the first generation. */
  private OptionalInt recordPartitions(OptionalInt there, Both both) {
    if (partitions > 0 && there.isPresent() && there.getAsInt() != partitions) {
      throw OperationException.invalid(
          "the record topics of generation %d have %d partitions; --partitions goes with one that has no topics"
              .formatted(both.next(), there.getAsInt()));
    }
    int wanted = partitions > 0 ? partitions : both.live().partitions();
    return wanted > 0 ? OptionalInt.of(wanted) : OptionalInt.empty();
  }

  private void print(List<String> topics, List<String> tables) {
    Output output = options.output();
    for (String name : topics) {
      output.print("created topic " + name, JsonFields.of("created", name).map());
    }
    for (String name : tables) {
      output.print("created table " + name, JsonFields.of("created", name).map());
    }
  }

  /**
   * Makes the next generation live.
   *
   * @param behind most facts that it may lag
   */
  public static void promote(OperatorOptions options, int behind) throws InterruptedException {
    Both both = both(options);
    if (both.next() != both.live().number()) {
      promote(options, both, behind);
    }
    String prefix = SinkSettings.tablePrefix(both.ofNext());
    options
        .output()
        .print(
            "generation %d is live: topics %s, tables %s*; start processors and sinks, then restart the gateways"
                .formatted(
                    both.next(),
                    new KafkaClients(both.ofNext()).topics().ofGeneration("*"),
                    prefix),
            JsonFields.of("live", both.next()).and("table_prefix", prefix).map());
  }

  private static void promote(OperatorOptions options, Both both, int behind)
      throws InterruptedException {
    RuntimeContext runtime = options.context().runtime();
    Duration patience = IntakeLimits.of(both.settings()).session().plus(SLACK);
    try (Cluster live = Cluster.connect(both.ofLive());
        Cluster next = Cluster.connect(both.ofNext())) {
      new NextGeneration(next, both.ofNext(), runtime).requireWhole();
      new Promotion(live, next, patience, runtime)
          .run(() -> GenerationLog.live(both.settings()), both.next(), behind);
    }
  }
}
