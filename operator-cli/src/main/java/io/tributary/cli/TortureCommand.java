package io.tributary.cli;

import io.tributary.cli.output.Members;
import io.tributary.cli.output.Output;
import io.tributary.cli.process.CommandException;
import io.tributary.cli.process.ExitCode;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.kafka.KafkaSettings;
import io.tributary.storm.Storm;
import io.tributary.storm.StormPlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** {@code torture}: a storm of faults on real parts, and a check of every promise after it. */
final class TortureCommand {

  private static final String MINUTES = "--minutes";
  private static final String SEED = "--seed";
  private static final String RATE = "--rate";
  private static final String FOLDER = "--folder";
  private static final int MINUTES_BY_DEFAULT = 10;
  private static final int RATE_BY_DEFAULT = 40;

  private final Operators operators;

  TortureCommand(Operators operators) {
    this.operators = operators;
  }

  List<Command> all() {
    return List.of(
        new Command(
            "torture",
            "Runs a pipeline of its own: three brokers, two instances of each service, DynamoDB"
                + " Local behind a faulty proxy. Sends traffic of all families while parts are"
                + " killed, suspended, restarted and cut off. Then checks topics and tables. Exit"
                + " code 3 if a promise is broken.",
            List.of("torture --minutes 10 --seed 7", "torture --minutes 1 --families devices"),
            List.of(KafkaSettings.FAMILIES),
            Map.of(),
            List.of(
                new Argument.Option(
                    MINUTES, "NUMBER", "Length of the storm. Default: " + MINUTES_BY_DEFAULT + '.'),
                new Argument.Option(
                    SEED,
                    "NUMBER",
                    "Repeats the choices of a storm, not its timing. Default: any."),
                new Argument.Option(
                    RATE,
                    "NUMBER",
                    "Requests per second, of all families together. Default: "
                        + RATE_BY_DEFAULT
                        + '.'),
                new Argument.Option(
                    FOLDER, "DIR", "Folder for data, logs and history. Default: a temporary one."),
                Operators.FORM),
            this::run));
  }

  private ExitCode run(Invocation invocation) throws Exception {
    Output output = operators.output(invocation);
    StormPlan plan =
        new StormPlan(
            home(),
            folder(invocation),
            Duration.ofMinutes(OptionValues.count(invocation, MINUTES, MINUTES_BY_DEFAULT)),
            OptionValues.count(
                invocation, SEED, 1 + operators.ambient().random().nextInt(1_000_000)),
            OptionValues.count(invocation, RATE, RATE_BY_DEFAULT),
            invocation.settings().get(KafkaSettings.FAMILIES));
    output.print(
        "storm seed=" + plan.seed() + " folder=" + plan.folder(),
        Members.of("seed", plan.seed()).and("folder", plan.folder().toString()).map());
    try (Storm storm = new Storm(plan, operators.ambient())) {
      Storm.Result result = storm.run();
      result.violations().forEach(each -> print(output, each));
      print(output, plan, result);
      return result.violations().isEmpty() ? ExitCode.DONE : ExitCode.FOUND;
    }
  }

  private static void print(Output output, Storm.Violation violation) {
    output.print(
        "violation "
            + violation.family().label()
            + ": "
            + violation.text()
            + violation.history().stream().map("\n    "::concat).reduce("", String::concat),
        Members.of("violation", violation.text())
            .and("family", violation.family().label())
            .and("history", violation.history())
            .map());
  }

  private static void print(Output output, StormPlan plan, Storm.Result result) {
    output.print("faults " + result.kinds(), Members.of("kinds", result.kinds().toString()).map());
    output.print(
        "storm %s seed=%d kills=%d stops=%d faults=%d events=%d violations=%d"
            .formatted(
                result.violations().isEmpty() ? "ok" : "failed",
                plan.seed(),
                result.kills(),
                result.stops(),
                result.faults(),
                result.events(),
                result.violations().size()),
        Members.of("seed", plan.seed())
            .and("kills", result.kills())
            .and("stops", result.stops())
            .and("faults", result.faults())
            .and("events", result.events())
            .and("violations", result.violations().size())
            .map());
  }

  private static Path folder(Invocation invocation) {
    return invocation
        .find(FOLDER)
        .map(text -> Path.of(text).toAbsolutePath())
        .orElseGet(TortureCommand::temporary);
  }

  private static Path temporary() {
    try {
      return Files.createTempDirectory("tributary-storm-");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path home() {
    String home = Ambient.jvmProperty("tributary.home", "");
    if (home.isEmpty()) {
      throw CommandException.failed("start the storm with the launcher ./tributary");
    }
    return Path.of(home);
  }
}
