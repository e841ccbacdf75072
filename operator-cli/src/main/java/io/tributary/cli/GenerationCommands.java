package io.tributary.cli;

import io.tributary.cli.output.Output;
import io.tributary.cli.process.CommandException;
import io.tributary.cli.process.ExitCode;
import io.tributary.gateway.IngestPipeline;
import io.tributary.launcher.process.ServeUntilSignal;
import io.tributary.operations.JsonFields;
import io.tributary.operations.generation.CatchUpWait;
import io.tributary.operations.generation.Generation;
import io.tributary.operations.generation.GenerationLog;
import io.tributary.operations.generation.NextGeneration;
import io.tributary.operations.generation.NextGenerationRun;
import io.tributary.operations.generation.Promotion;
import io.tributary.operations.kafka.Cluster;
import io.tributary.operations.replay.ReplayPlanner;
import io.tributary.processors.settings.ProcessorsSettings;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.files.TemporaryFolder;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.runtime.kafka.topic.TopicAdmin;
import io.tributary.schemas.topic.Topic;
import io.tributary.sink.consume.IntakeLimits;
import io.tributary.sink.settings.SinkSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** {@code replay run --from facts} and {@code replay promote}: the next generation. */
record GenerationCommands(Operators operators) {

  private static final String FOLLOW = "--follow";
  private static final String INCOMPLETE = "--incomplete";
  private static final String PARTITIONS = "--partitions";
  private static final String BEHIND = "--behind";

  static final List<Argument> OF_FACTS =
      List.of(
          new Argument.Switch(
              FOLLOW,
              "With --from facts: continues after it has caught up, until Ctrl-C or"
                  + " the promotion."),
          new Argument.Switch(
              INCOMPLETE, "From facts: also when facts are gone whose items may still live."),
          new Argument.Option(
              PARTITIONS,
              "NUMBER",
              "From facts: partitions of each record topic that is made. Default: as many as the"
                  + " live generation has."));

  private static final int MOST_PARTITIONS = 10_000;
  private static final int USUALLY_BEHIND = 10_000;
  private static final Duration SLACK = Duration.ofSeconds(20);

  Command promote() {
    return operators.command(
        "replay promote",
        "Promotes the generation built by `replay run --from facts`: services"
            + " restart in it with its topics and tables. The old ones stay.",
        List.of("replay promote", "replay promote --generation 3 --behind 100000"),
        List.of(
            new Argument.Option(
                BEHIND,
                "FACTS",
                "How many facts it may lag; it processes them after the promotion."
                    + " Default: "
                    + USUALLY_BEHIND
                    + '.')),
        this::promote);
  }

  private record Both(Settings settings, Generation live, int next) {

    Settings ofLive() {
      return in(live.number());
    }

    Settings ofNext() {
      return in(next);
    }

    private Settings in(int generation) {
      return settings.with(Map.of(KafkaSettings.GENERATION.key(), Integer.toString(generation)));
    }
  }

  private static Both both(Invocation invocation) {
    Generation live = GenerationLog.live(invocation.settings());
    int given = invocation.generation();
    if (given != 0 && given < live.number()) {
      throw CommandException.usage(
          "--generation must be higher than " + live.number() + ", which is live");
    }
    return new Both(invocation.settings(), live, given == 0 ? live.number() + 1 : given);
  }

  ExitCode run(Invocation invocation, OptionalDouble limit) throws Exception {
    Output output = operators.output(invocation);
    int partitions = partitions(invocation);
    Both both = both(invocation);
    if (both.next() == both.live().number()) {
      throw CommandException.usage(
          "generation " + both.next() + " is live; there is nothing to make");
    }
    Settings settings = both.ofNext();
    try (Cluster cluster = Cluster.connect(settings);
        TemporaryFolder states = TemporaryFolder.create("tributary-replay-")) {
      List<Topic<?, ?>> topics = topics(cluster, both, partitions);
      requireComplete(cluster, invocation);
      NextGeneration made = new NextGeneration(cluster, settings, operators.ambient());
      made.requireOwn();
      create(cluster, topics, made, output);
      NextGenerationRun shadow =
          new NextGenerationRun(stateful(settings, states), limit, operators.ambient());
      CatchUpWait catchUp = new CatchUpWait(cluster, shadow, operators::progress);
      new ServeUntilSignal(operators.out(), operators.termination(), operators.ambient().ticker())
          .run(shadow, () -> follow(catchUp, invocation, both, output));
      return ExitCode.DONE;
    } catch (InterruptedException e) {
      throw CommandException.failed(
          "generation " + both.next() + " is interrupted; repeat the command to continue");
    }
  }

  /** Settings with a folder for states, which must not lie in the current one by default. */
  private static Settings stateful(Settings settings, TemporaryFolder states) {
    return settings.isGiven(ProcessorsSettings.STATE_DIR)
        ? settings
        : settings.with(Map.of(ProcessorsSettings.STATE_DIR.key(), states.path().toString()));
  }

  private ExitCode follow(CatchUpWait catchUp, Invocation invocation, Both both, Output output)
      throws InterruptedException {
    catchUp.await();
    output.print(
        "generation "
            + both.next()
            + " has caught up: tables "
            + SinkSettings.tablePrefix(both.ofNext())
            + "*; `tributary replay promote` makes it live",
        JsonFields.of("generation", both.next())
            .and("caught_up", true)
            .and("table_prefix", SinkSettings.tablePrefix(both.ofNext()))
            .map());
    if (invocation.has(FOLLOW)) {
      untilTerminated(catchUp);
    }
    return ExitCode.DONE;
  }

  /** A signal interrupts whoever waits for it. */
  private void untilTerminated(CatchUpWait catchUp) throws InterruptedException {
    try {
      catchUp.follow();
    } catch (InterruptedException e) {
      if (!operators.termination().isRequested()) {
        throw e;
      }
    }
  }

  private void requireComplete(Cluster cluster, Invocation invocation) throws InterruptedException {
    if (!invocation.has(INCOMPLETE)
        && !new ReplayPlanner(cluster, operators.ambient().clock()).ofFacts().isComplete()) {
      throw CommandException.failed(
          "facts are gone whose items may still live (`replay plan --from facts` says which); "
              + INCOMPLETE
              + " does without them");
    }
  }

  private static int partitions(Invocation invocation) {
    int wanted = OptionValues.count(invocation, PARTITIONS, 0);
    if (wanted > MOST_PARTITIONS) {
      throw CommandException.usage(PARTITIONS + " must be at most " + MOST_PARTITIONS);
    }
    return wanted;
  }

  /** The topics of the next generation as they are, or are to be made. */
  private static List<Topic<?, ?>> topics(Cluster next, Both both, int wanted) {
    List<Topic<?, ?>> topics = IngestPipeline.topics(both.ofNext());
    OptionalInt there = next.topics().recordPartitions(topics);
    if (wanted > 0 && there.isPresent() && there.getAsInt() != wanted) {
      throw CommandException.usage(
          "the record topics of generation %d have %d partitions; %s goes with one that has no topics"
              .formatted(both.next(), there.getAsInt(), PARTITIONS));
    }
    int partitions = wanted > 0 ? wanted : both.live().partitions();
    return partitions > 0 ? TopicAdmin.withRecordPartitions(topics, partitions) : topics;
  }

  private static void create(
      Cluster cluster, List<Topic<?, ?>> topics, NextGeneration made, Output output) {
    cluster
        .topics()
        .create(topics)
        .forEach(
            name -> output.print("created topic " + name, JsonFields.of("created", name).map()));
    made.createTables()
        .forEach(
            name -> output.print("created table " + name, JsonFields.of("created", name).map()));
  }

  private ExitCode promote(Invocation invocation) throws InterruptedException {
    Output output = operators.output(invocation);
    Both both = both(invocation);
    if (both.next() != both.live().number()) {
      promote(both, invocation);
    }
    String prefix = SinkSettings.tablePrefix(both.ofNext());
    output.print(
        "generation "
            + both.next()
            + " is live: topics "
            + new KafkaClients(both.ofNext()).topics().ofGeneration("*")
            + ", tables "
            + prefix
            + "*; services start anew in it by themselves",
        JsonFields.of("live", both.next()).and("table_prefix", prefix).map());
    return ExitCode.DONE;
  }

  private void promote(Both both, Invocation invocation) throws InterruptedException {
    int most = OptionValues.count(invocation, BEHIND, USUALLY_BEHIND);
    Duration patience = IntakeLimits.of(invocation.settings()).session().plus(SLACK);
    try (Cluster live = Cluster.connect(both.ofLive());
        Cluster next = Cluster.connect(both.ofNext())) {
      new NextGeneration(next, both.ofNext(), operators.ambient()).requireWhole();
      new Promotion(live, next, patience, operators.ambient()).run(both.live(), both.next(), most);
    }
  }
}
