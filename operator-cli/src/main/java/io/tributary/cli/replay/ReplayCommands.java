package io.tributary.cli.replay;

import io.tributary.cli.options.OperatorOptions;
import io.tributary.cli.options.OptionTypes.Count;
import io.tributary.cli.output.Column;
import io.tributary.cli.output.Output;
import io.tributary.cli.process.ExitCode;
import io.tributary.operations.JsonFields;
import io.tributary.operations.generation.GenerationStatus;
import io.tributary.operations.kafka.Cluster;
import io.tributary.operations.replay.ReplayEstimate;
import io.tributary.operations.replay.ReplayPlan;
import io.tributary.operations.replay.ReplayPlan.PlannedTopic;
import io.tributary.operations.replay.ReplayPlanner;
import io.tributary.operations.replay.ReplayProgress;
import io.tributary.operations.replay.ReplayRegistry;
import io.tributary.operations.replay.ReplaySpec;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.sink.settings.SinkSettings;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "replay",
    header = "Rebuilds tables from topics.",
    subcommands = {ReplayRunCommand.class})
public final class ReplayCommands {

  private static final int MIB = 1 << 20;

  @Command(
      header = "Prints the size, duration and reach of a replay; changes nothing.",
      description = "Exit code 3 when topics do not reach back as far as items live.",
      footer = {
        "replay plan --families devices --limit 500",
        "replay plan --from facts",
        "replay plan --tables history --into rebuilt- --key-prefix acme#"
      })
  public int plan(@Mixin OperatorOptions options, @Mixin ReplayOptions replay)
      throws InterruptedException {
    boolean facts = replay.isFromFacts();
    ReplaySpec spec = replay.spec(options);
    Output output = options.output();
    try (Cluster cluster = options.connect()) {
      ReplayPlanner planner = new ReplayPlanner(cluster, options.context().runtime().clock());
      ReplayPlan records = planner.plan(spec);
      ReplayPlan plan = facts ? planner.ofFacts() : records;
      output.print(planColumns(), plan.topics());
      String what = facts ? "all facts through fresh processors" : spec.words();
      // records of facts take about as many units as the records that are there now
      ReplayEstimate estimate =
          new ReplayEstimate(
              records.writeUnits(), Math.max(plan.records(), records.records()), replay.limit());
      output.print(
          summary(what, plan, estimate),
          JsonFields.of("records", plan.records())
              .and("bytes", nullable(plan.bytes()))
              .and("write_units", Math.round(estimate.writeUnits()))
              .and("minutes", estimate.minutes())
              .and("complete", plan.isComplete())
              .map());
      return plan.isComplete() ? ExitCode.DONE : ExitCode.FOUND;
    }
  }

  @Command(
      header = "Promotes the generation that `replay run --from facts` has built.",
      description =
          "Stop processors and sinks first. Afterwards start them in it, and restart the gateways. Old"
              + " topics and tables stay.",
      footer = {"replay promote", "replay promote --generation 3 --behind 100000"})
  public int promote(
      @Mixin OperatorOptions options,
      @Option(
              names = "--behind",
              paramLabel = "FACTS",
              converter = Count.class,
              defaultValue = "10000",
              description =
                  "Facts it may lag; it processes them after the promotion. Default: 10000.")
          int behind)
      throws InterruptedException {
    NextGenerationBuild.promote(options, behind);
    return ExitCode.DONE;
  }

  @Command(
      header = "Prints the progress of the replays of the last week, and of generations.",
      footer = {"replay status", "replay status --output json"})
  public int status(@Mixin OperatorOptions options) throws InterruptedException {
    Output output = options.output();
    Settings settings = options.live();
    List<Column<GenerationStatus>> generations =
        List.of(
            Column.json("kind", each -> "generation"),
            Column.of("generation", GenerationStatus::number),
            Column.of("state", GenerationStatus::state),
            Column.of("facts_left", GenerationStatus::left, each -> number((double) each.left())),
            Column.of(
                "table_prefix",
                each -> prefix(settings, each),
                each -> prefix(settings, each) + '*'));
    try (Cluster cluster = options.connect()) {
      output.print(replayColumns(), new ReplayRegistry(cluster).all());
      output.print(generations, GenerationStatus.all(cluster, settings));
    }
    return ExitCode.DONE;
  }

  private static String prefix(Settings settings, GenerationStatus generation) {
    String number = Integer.toString(generation.number());
    return SinkSettings.tablePrefix(settings.with(Map.of(KafkaSettings.GENERATION.key(), number)));
  }

  private static String summary(String what, ReplayPlan plan, ReplayEstimate estimate) {
    String size =
        "%s: up to %s records, %s, %s write units, %s"
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

  public static String number(double value) {
    return String.format(Locale.ROOT, "%,.0f", value);
  }

  private static String mib(OptionalLong bytes) {
    return bytes.isPresent()
        ? String.format(Locale.ROOT, "%,.1f MiB", (double) bytes.getAsLong() / MIB)
        : "unknown";
  }

  private static @Nullable Long nullable(OptionalLong number) {
    return number.isPresent() ? number.getAsLong() : null;
  }

  /** Made when they are printed: each lambda takes time. */
  private static List<Column<PlannedTopic>> planColumns() {
    return List.of(
        Column.of("topic", PlannedTopic::name),
        Column.of("records", PlannedTopic::records, topic -> number((double) topic.records())),
        Column.of("bytes", topic -> nullable(topic.bytes()), topic -> mib(topic.bytes())),
        Column.of(
            "write_units",
            topic -> Math.round(topic.writeUnits()),
            topic -> number(topic.writeUnits())),
        Column.of(
            "reaches_back_to", topic -> topic.reachesBackTo().map(Object::toString).orElse(null)),
        Column.of("complete", topic -> !topic.missing()));
  }

  private static List<Column<ReplayProgress>> replayColumns() {
    return List.of(
        Column.json("kind", replay -> "replay"),
        Column.of("name", ReplayProgress::name),
        Column.of("finished", ReplayProgress::isFinished),
        Column.of("done", ReplayProgress::done, replay -> number((double) replay.done())),
        Column.of("total", ReplayProgress::total, replay -> number((double) replay.total())),
        Column.of("what", replay -> replay.spec().words()));
  }
}
