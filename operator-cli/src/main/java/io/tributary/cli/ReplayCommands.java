package io.tributary.cli;

import io.tributary.cli.output.Output;
import io.tributary.cli.process.CommandException;
import io.tributary.cli.process.ExitCode;
import io.tributary.launcher.process.ServeUntilSignal;
import io.tributary.operations.JsonFields;
import io.tributary.operations.Progress;
import io.tributary.operations.kafka.Cluster;
import io.tributary.operations.kafka.TopicScan;
import io.tributary.operations.replay.ReplayEstimate;
import io.tributary.operations.replay.ReplayPlan;
import io.tributary.operations.replay.ReplayPlanner;
import io.tributary.operations.replay.ReplayProgress;
import io.tributary.operations.replay.ReplayRegistry;
import io.tributary.operations.replay.ReplayRun;
import io.tributary.operations.replay.ReplaySpec;
import io.tributary.operations.tables.TableAdmin;
import io.tributary.processors.settings.ProcessorsSettings;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.metrics.Meters;
import io.tributary.sink.SinkPipeline;
import io.tributary.sink.consume.IntakeLimits;
import io.tributary.sink.replay.ReplayPipeline;
import io.tributary.sink.replay.ReplayRequest;
import io.tributary.sink.table.DynamoConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** {@code replay}: tables built again from the record topics. */
final class ReplayCommands {

  private static final int MIB = 1 << 20;
  private static final Duration SESSION_SLACK = Duration.ofSeconds(5);

  private final Operators operators;
  private final GenerationCommands generations;

  ReplayCommands(Operators operators) {
    this.operators = operators;
    this.generations = new GenerationCommands(operators);
  }

  List<Command> all() {
    return List.of(
        operators.command(
            "replay plan",
            "Prints the reads, writes, duration and reach of a replay of topics into"
                + " tables; changes nothing. Exit code 3 when topics do not reach back as"
                + " far as items live.",
            List.of(
                "replay plan --families devices --limit 500",
                "replay plan --from facts",
                "replay plan --tables history --into rebuilt- --key-prefix acme#"),
            ReplayArguments.ALL,
            this::plan),
        run(),
        generations.promote(),
        new ReplayStatus(operators).command());
  }

  private Command run() {
    List<Argument> arguments = new ArrayList<>(ReplayArguments.ALL);
    arguments.addAll(ReplayArguments.OF_RECORDS);
    arguments.addAll(GenerationCommands.OF_FACTS);
    return operators
        .command(
            "replay run",
            "Writes records into tables again, under the sink's conditions, while"
                + " the sink works: nothing newer is overwritten. --from facts: processes"
                + " all facts again, into topics and tables of the next generation. Creates"
                + " missing tables. Repeat the command after an interruption.",
            List.of(
                "replay run --families devices --limit 500",
                "replay run --from facts --limit 500 --partitions 12",
                "replay run --tables history --into rebuilt- --name try"),
            arguments,
            this::run)
        .taking(ProcessorsSettings.STATE_DIR);
  }

  private ExitCode plan(Invocation invocation) throws InterruptedException {
    Output output = operators.output(invocation);
    boolean facts = ReplayArguments.fromFacts(invocation);
    OptionalDouble limit = ReplayArguments.limit(invocation);
    ReplaySpec spec = ReplayArguments.spec(invocation, operators.ambient().clock());
    try (Cluster cluster = operators.connect(invocation)) {
      ReplayPlanner planner = new ReplayPlanner(cluster, operators.ambient().clock());
      ReplayPlan records = planner.plan(spec);
      ReplayPlan plan = facts ? planner.ofFacts() : records;
      output.print(
          List.of("TOPIC", "RECORDS", "MIB", "WRITE UNITS", "REACHES BACK TO", "COMPLETE"),
          plan.topics().stream().map(ReplayCommands::row).toList());
      String what = facts ? "all facts through fresh processors" : spec.words();
      // what comes of facts takes about what the records take that are there now
      ReplayEstimate estimate =
          new ReplayEstimate(
              records.writeUnits(), Math.max(plan.records(), records.records()), limit);
      output.print(summary(what, plan, estimate), members(plan, estimate));
      return plan.isComplete() ? ExitCode.DONE : ExitCode.FOUND;
    }
  }

  private static Output.Row row(ReplayPlan.PlannedTopic topic) {
    String oldest = topic.reachesBackTo().map(Object::toString).orElse("");
    return new Output.Row(
        List.of(
            topic.name(),
            number((double) topic.records()),
            mib(topic.bytes()),
            number(topic.writeUnits()),
            oldest,
            topic.missing() ? "no" : "yes"),
        JsonFields.of("topic", topic.name())
            .and("records", topic.records())
            .and("bytes", topic.bytes().isPresent() ? topic.bytes().getAsLong() : null)
            .and("write_units", Math.round(topic.writeUnits()))
            .and("reaches_back_to", topic.reachesBackTo().map(Object::toString).orElse(null))
            .and("complete", !topic.missing())
            .map());
  }

  private static String summary(String what, ReplayPlan plan, ReplayEstimate estimate) {
    String size =
        "%s: up to %s records, %s MiB, %s write units, %s"
            .formatted(
                what,
                number((double) plan.records()),
                mib(plan.bytes()),
                number(estimate.writeUnits()),
                estimate.words());
    return plan.isComplete()
        ? size
        : size
            + "\nincomplete: records are gone whose items may still live; items older"
            + " than the topics cannot be rebuilt";
  }

  private static Map<String, ?> members(ReplayPlan plan, ReplayEstimate estimate) {
    return JsonFields.of("records", plan.records())
        .and("bytes", plan.bytes().isPresent() ? plan.bytes().getAsLong() : null)
        .and("write_units", Math.round(estimate.writeUnits()))
        .and("minutes", estimate.minutes())
        .and("complete", plan.isComplete())
        .map();
  }

  private ExitCode run(Invocation invocation) throws Exception {
    if (ReplayArguments.fromFacts(invocation)) {
      return generations.run(invocation, ReplayArguments.limit(invocation));
    }
    Output output = operators.output(invocation);
    String name = ReplayArguments.name(invocation);
    OptionalDouble limit = ReplayArguments.limit(invocation);
    ReplaySpec spec = ReplayArguments.spec(invocation, operators.ambient().clock());
    try (Cluster cluster = operators.connect(invocation)) {
      boolean fresh = createTables(invocation.settings(), spec, output);
      ReplayRegistry book = new ReplayRegistry(cluster);
      ReplayProgress begun = begin(cluster, book, name, spec, fresh, invocation);
      ReplayRequest order = spec.order(name, begun.bounds(), limit);
      ReplayPipeline pipeline =
          new ReplayPipeline(invocation.settings(), operators.ambient(), new Meters(), order);
      ServeUntilSignal foreground =
          new ServeUntilSignal(
              operators.out(), operators.termination(), operators.ambient().ticker());
      try (Progress progress = operators.progress("replay " + name, "offsets", begun.total())) {
        progress.resumeAt(begun.done());
        foreground.run(
            pipeline,
            () -> {
              new ReplayRun(book, pipeline, progress, operators.ambient().ticker()).await(name);
              return ExitCode.DONE;
            });
      } catch (InterruptedException e) {
        throw CommandException.failed(
            "replay " + name + " is interrupted; repeat the command to continue");
      }
      output.print(
          "replayed " + spec.words() + ": " + outcomes(pipeline),
          JsonFields.of("replayed", name)
              .and("outcomes", pipeline.outcomes())
              .and("write_units", Math.round(pipeline.writeUnits()))
              .map());
      return ExitCode.DONE;
    }
  }

  /** True when it has made one, which lacks all that was replayed before. */
  private boolean createTables(Settings settings, ReplaySpec spec, Output output) {
    try (DynamoDbClient client = DynamoConnection.open(settings, operators.ambient())) {
      List<String> made =
          new TableAdmin(client, spec.tablePrefix())
              .create(
                  SinkPipeline.tables(ReplayArguments.families(settings)).stream()
                      .filter(table -> spec.tables().contains(table.name()))
                      .toList());
      made.forEach(
          created ->
              output.print("created table " + created, JsonFields.of("created", created).map()));
      return !made.isEmpty();
    }
  }

  /** Goes on with what is half done, if it is the same, unless it is to begin afresh. */
  private ReplayProgress begin(
      Cluster cluster,
      ReplayRegistry book,
      String name,
      ReplaySpec spec,
      boolean fresh,
      Invocation invocation)
      throws InterruptedException {
    Optional<ReplayProgress> open = book.find(name).filter(replay -> !replay.isFinished());
    if (open.isPresent() && !fresh && !invocation.has(ReplayArguments.RESTART)) {
      if (!open.get().spec().equals(spec)) {
        throw CommandException.usage(
            "replay %s is half done with something else (%s); give this one another %s, or %s it"
                .formatted(
                    name,
                    open.get().spec().words(),
                    ReplayArguments.NAME,
                    ReplayArguments.RESTART));
      }
      return open.get();
    }
    Duration session = IntakeLimits.of(invocation.settings()).session();
    Deadline patience = Deadline.after(session.plus(SESSION_SLACK), operators.ambient().ticker());
    try (TopicScan scan = ReplayPlanner.scan(cluster, spec)) {
      book.begin(name, spec, scan, patience);
    }
    return book.find(name)
        .orElseThrow(() -> CommandException.failed("there are no topics to replay"));
  }

  private static String outcomes(ReplayPipeline pipeline) {
    String words =
        String.join(
            ", ",
            pipeline.outcomes().entrySet().stream()
                .map(outcome -> number(outcome.getValue()) + ' ' + outcome.getKey())
                .toList());
    return (words.isEmpty() ? "nothing to write" : words)
        + "; "
        + number(pipeline.writeUnits())
        + " write units";
  }

  static String number(double value) {
    return String.format(Locale.ROOT, "%,.0f", value);
  }

  private static String mib(OptionalLong bytes) {
    return bytes.isPresent()
        ? String.format(Locale.ROOT, "%,.1f", (double) bytes.getAsLong() / MIB)
        : "unknown";
  }
}
