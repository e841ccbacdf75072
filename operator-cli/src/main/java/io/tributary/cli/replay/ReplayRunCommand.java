package io.tributary.cli.replay;

import static io.tributary.operations.OperationException.require;

import io.tributary.cli.options.OperatorOptions;
import io.tributary.cli.options.OptionTypes.Count;
import io.tributary.cli.output.Output;
import io.tributary.cli.process.CommandContext;
import io.tributary.cli.process.ExitCode;
import io.tributary.launcher.process.ServeUntilSignal;
import io.tributary.operations.JsonFields;
import io.tributary.operations.OperationException;
import io.tributary.operations.Progress;
import io.tributary.operations.kafka.Cluster;
import io.tributary.operations.kafka.TopicScan;
import io.tributary.operations.replay.ReplayPlanner;
import io.tributary.operations.replay.ReplayProgress;
import io.tributary.operations.replay.ReplayRegistry;
import io.tributary.operations.replay.ReplayRun;
import io.tributary.operations.replay.ReplaySpec;
import io.tributary.processors.settings.ProcessorsSettings;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.metrics.Meters;
import io.tributary.sink.SinkPipeline;
import io.tributary.sink.consume.IntakeLimits;
import io.tributary.sink.replay.ReplayPipeline;
import io.tributary.sink.replay.ReplayRequest;
import io.tributary.sink.table.DynamoConnection;
import io.tributary.sink.table.TableAdmin;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

@Command(
    name = "run",
    header = "Writes records into tables again, while the sink works.",
    description =
        "The sink's conditions hold: nothing newer is overwritten. --from facts processes all facts"
            + " again, into topics and tables of the next generation. Creates missing tables. Repeat"
            + " the command after an interruption.",
    footer = {
      "replay run --families devices --limit 500",
      "replay run --from facts --limit 500 --partitions 12",
      "replay run --tables history --into rebuilt- --name try"
    })
public final class ReplayRunCommand implements Callable<Integer> {

  private static final Duration SESSION_SLACK = Duration.ofSeconds(5);
  private static final String DEFAULT_NAME = "tables";
  private static final int MOST_PARTITIONS = 10_000;

  @Mixin private final OperatorOptions options;
  @Mixin private ReplayOptions replay = new ReplayOptions();

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "Name of the replay, which resumes it. Default: " + DEFAULT_NAME + '.')
  private Optional<String> given = Optional.empty();

  @Option(names = "--restart", description = "Starts the replay of that name from the beginning.")
  private boolean restart;

  @Option(
      names = "--follow",
      description = "From facts: continues after it has caught up, until the promotion or Ctrl-C.")
  private boolean follow;

  @Option(
      names = "--incomplete",
      description = "Also when facts or records are gone whose items may still live.")
  private boolean incomplete;

  @Option(
      names = "--partitions",
      paramLabel = "N",
      converter = Count.class,
      description =
          "From facts: partitions of each new record topic. Default: those of the live generation.")
  private Optional<Integer> partitions = Optional.empty();

  public ReplayRunCommand(CommandContext context) {
    this.options = new OperatorOptions(context, () -> List.of(ProcessorsSettings.STATE_DIR));
  }

  @Override
  public Integer call() throws Exception {
    if (replay.isFromFacts()) {
      require(given.isEmpty() && !restart, "--name and --restart go with records");
      int count = partitions.orElse(0);
      require(count <= MOST_PARTITIONS, "--partitions must be at most " + MOST_PARTITIONS);
      new NextGenerationBuild(options, count, incomplete, follow).run(replay.limit());
    } else {
      require(!follow && partitions.isEmpty(), "--follow and --partitions go with --from facts");
      ofRecords();
    }
    return ExitCode.DONE;
  }

  private void ofRecords() throws Exception {
    String name = given.orElse(DEFAULT_NAME);
    require(
        name.matches("[A-Za-z0-9_-]{1,64}"),
        "--name must be 1 to 64 letters, digits, hyphens and underscores");
    ReplaySpec spec = replay.spec(options);
    CommandContext context = options.context();
    try (Cluster cluster = options.connect()) {
      requireComplete(cluster, spec);
      boolean fresh = createTables(spec);
      ReplayRegistry registry = new ReplayRegistry(cluster);
      ReplayProgress begun = begin(cluster, registry, name, spec, fresh);
      ReplayRequest request = spec.order(name, begun.bounds(), replay.limit());
      ReplayPipeline pipeline =
          new ReplayPipeline(options.live(), context.runtime(), new Meters(), request);
      try (Progress progress = context.progress("replay " + name, "offsets", begun.total())) {
        progress.resumeAt(begun.done());
        new ServeUntilSignal(context.out(), context.termination(), context.runtime().ticker())
            .run(
                pipeline,
                () -> {
                  new ReplayRun(registry, pipeline, progress, context.runtime().ticker())
                      .await(name);
                  return ExitCode.DONE;
                });
      } catch (InterruptedException e) {
        throw OperationException.failed(
            "replay " + name + " is interrupted; repeat the command to continue");
      }
      print(name, spec, pipeline);
    }
  }

  private void print(String name, ReplaySpec spec, ReplayPipeline pipeline) {
    options
        .output()
        .print(
            "replayed " + spec.words() + ": " + outcomes(pipeline),
            JsonFields.of("replayed", name)
                .and("outcomes", pipeline.outcomes())
                .and("write_units", Math.round(pipeline.writeUnits()))
                .map());
    if (pipeline.gaps() > 0) {
      throw OperationException.found(
          "%d offsets vanished before they were read: the tables lack their items"
              .formatted(pipeline.gaps()));
    }
  }

  private void requireComplete(Cluster cluster, ReplaySpec spec) throws InterruptedException {
    if (!incomplete
        && !new ReplayPlanner(cluster, options.context().runtime().clock())
            .plan(spec)
            .isComplete()) {
      throw OperationException.found(
          "records are gone whose items may still live (`replay plan` says which); --incomplete"
              + " does without them");
    }
  }

  /** Returns whether it has created a table, which lacks everything that was replayed before. */
  private boolean createTables(ReplaySpec spec) {
    RuntimeContext runtime = options.context().runtime();
    Output output = options.output();
    try (DynamoDbClient client = DynamoConnection.open(options.live(), runtime)) {
      List<String> created =
          new TableAdmin(client, spec.tablePrefix())
              .create(
                  SinkPipeline.tables(options.settings().get(KafkaSettings.FAMILIES)).stream()
                      .filter(table -> spec.tables().contains(table.name()))
                      .toList());
      created.forEach(
          table -> output.print("created table " + table, JsonFields.of("created", table).map()));
      return !created.isEmpty();
    }
  }

  /** Resumes a replay of the same specification, or begins one. */
  private ReplayProgress begin(
      Cluster cluster, ReplayRegistry registry, String name, ReplaySpec spec, boolean fresh)
      throws InterruptedException {
    Optional<ReplayProgress> open = registry.find(name).filter(replayed -> !replayed.isFinished());
    if (open.isPresent() && !fresh && !restart) {
      require(
          open.get().spec().equals(spec),
          ("replay %s is half done with something else (%s); give this one another --name, or"
                  + " --restart it")
              .formatted(name, open.get().spec().words()));
      return open.get();
    }
    Duration session = IntakeLimits.of(options.live()).session();
    Deadline patience =
        Deadline.after(session.plus(SESSION_SLACK), options.context().runtime().ticker());
    try (TopicScan scan = ReplayPlanner.scan(cluster, spec)) {
      registry.begin(name, spec, scan, patience);
    }
    return registry
        .find(name)
        .orElseThrow(() -> OperationException.failed("there are no topics to replay"));
  }

  private static String outcomes(ReplayPipeline pipeline) {
    String words =
        pipeline.outcomes().entrySet().stream()
            .map(each -> ReplayCommands.number(each.getValue()) + ' ' + each.getKey())
            .collect(Collectors.joining(", "));
    return (words.isEmpty() ? "nothing to write" : words)
        + "; "
        + ReplayCommands.number(pipeline.writeUnits())
        + " write units";
  }
}
