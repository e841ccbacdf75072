package io.tributary.cli;

import io.tributary.cli.output.Output;
import io.tributary.cli.process.ExitCode;
import io.tributary.operations.JsonFields;
import io.tributary.operations.generation.GenerationStatus;
import io.tributary.operations.kafka.Cluster;
import io.tributary.operations.replay.ReplayProgress;
import io.tributary.operations.replay.ReplayRegistry;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.sink.settings.SinkSettings;
import java.util.List;
import java.util.Map;

/** {@code replay status}: the replays there have been, and the generations there are. */
record ReplayStatus(Operators operators) {

  private static final String KIND = "kind";

  Command command() {
    return operators.command(
        "replay status",
        "Prints the replays of the last week and the generations, and how far each is.",
        List.of("replay status", "replay status --output json"),
        List.of(),
        this::print);
  }

  private ExitCode print(Invocation invocation) throws InterruptedException {
    Output output = operators.output(invocation);
    try (Cluster cluster = operators.connect(invocation)) {
      output.print(
          List.of("NAME", "STATE", "DONE", "OF", "WHAT"),
          new ReplayRegistry(cluster).all().stream().map(ReplayStatus::row).toList());
      Settings settings = invocation.settings();
      output.print(
          List.of("GENERATION", "STATE", "FACTS LEFT", "TABLES"),
          GenerationStatus.all(cluster, settings).stream()
              .map(each -> row(each, settings))
              .toList());
    }
    return ExitCode.DONE;
  }

  private static Output.Row row(ReplayProgress replay) {
    String state = replay.isFinished() ? "finished" : "half done";
    return new Output.Row(
        List.of(
            replay.name(),
            state,
            ReplayCommands.number((double) replay.done()),
            ReplayCommands.number((double) replay.total()),
            replay.spec().words()),
        JsonFields.of(KIND, "replay")
            .and("name", replay.name())
            .and("finished", replay.isFinished())
            .and("done", replay.done())
            .and("total", replay.total())
            .and("what", replay.spec().words())
            .map());
  }

  private static Output.Row row(GenerationStatus standing, Settings settings) {
    String number = Integer.toString(standing.number());
    String prefix =
        SinkSettings.tablePrefix(settings.with(Map.of(KafkaSettings.GENERATION.key(), number)));
    return new Output.Row(
        List.of(
            number,
            standing.state(),
            ReplayCommands.number((double) standing.left()),
            prefix + "*"),
        JsonFields.of(KIND, "generation")
            .and("generation", standing.number())
            .and("state", standing.state())
            .and("facts_left", standing.left())
            .and("table_prefix", prefix)
            .map());
  }
}
