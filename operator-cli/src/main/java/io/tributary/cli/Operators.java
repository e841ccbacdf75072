package io.tributary.cli;

import io.tributary.cli.output.Output;
import io.tributary.cli.output.TerminalProgress;
import io.tributary.cli.process.CommandException;
import io.tributary.cli.process.LogLevel;
import io.tributary.cli.settings.KnownSettings;
import io.tributary.launcher.process.Termination;
import io.tributary.operations.Progress;
import io.tributary.operations.generation.GenerationLog;
import io.tributary.operations.kafka.Cluster;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.config.Settings;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.Topics;
import io.tributary.sink.settings.SinkSettings;
import java.io.PrintStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * What operators' commands have in common: how they are called, where they print, and the cluster.
 *
 * @param err where they say how far they are
 */
record Operators(Ambient ambient, PrintStream out, PrintStream err, Termination termination) {

  private static final String OUTPUT = "--output";
  private static final String TEXT = "text";
  private static final String JSON = "json";

  /** In which form results are printed. */
  static final Argument.Option FORM =
      new Argument.Option(
          OUTPUT, "FORM", "text, or json: one object to a line. Default: " + TEXT + '.');

  /** A command that talks to the cluster, and to nobody when that does not answer. */
  Command command(
      String name,
      String summary,
      List<String> examples,
      List<? extends Argument> arguments,
      Command.Action action) {
    return command(name, summary, examples, arguments, GenerationLog::resolve, action);
  }

  /**
   * A command that talks to the cluster or the tables.
   *
   * @param resolved names the generation that is meant
   */
  Command command(
      String name,
      String summary,
      List<String> examples,
      List<? extends Argument> arguments,
      UnaryOperator<Settings> resolved,
      Command.Action action) {
    List<Argument> all = new ArrayList<>(arguments);
    all.add(FORM);
    return new Command(
        name,
        summary,
        examples,
        KnownSettings.connection(),
        Map.of(),
        all,
        invocation -> {
          quiet(invocation);
          return action.run(invocation.meaning(resolved));
        });
  }

  /** One that talks to nobody. */
  Command offline(String name, String summary, Command.Action action) {
    return new Command(name, summary, List.of(name), List.of(), Map.of(), List.of(FORM), action);
  }

  /** Lets the command alone tell that a server is away. */
  static void quiet(Invocation invocation) {
    if (!invocation.has(CommandTree.VERBOSE)) {
      LogLevel.quietKafka();
    }
  }

  Output output(Invocation invocation) {
    String form = invocation.find(OUTPUT).orElse(TEXT);
    if (!form.equals(TEXT) && !form.equals(JSON)) {
      throw CommandException.usage(OUTPUT + " must be " + TEXT + " or " + JSON);
    }
    return new Output(out, form.equals(JSON));
  }

  /**
   * Says how far a command is.
   *
   * @param work what it does
   * @param unit what is counted, in the plural
   */
  Progress progress(String work, String unit, long total) {
    boolean terminal =
        Boolean.parseBoolean(Ambient.jvmProperty(TerminalProgress.TERMINAL, "false"));
    return new TerminalProgress(err, terminal, ambient.ticker(), work, unit, total);
  }

  Cluster connect(Invocation invocation) throws InterruptedException {
    return Cluster.connect(invocation.settings());
  }

  static String dynamo(Settings settings) {
    return settings
        .find(SinkSettings.DYNAMODB_ENDPOINT)
        .orElseGet(() -> "AWS, " + settings.get(SinkSettings.DYNAMODB_REGION));
  }

  static Topic<?, ?> topic(String name) {
    OptionValues.known("unknown topic", name, Topics.all().stream().map(Topic::name).toList());
    return Topics.named(name).orElseThrow();
  }

  Instant now() {
    return ambient.clock().instant();
  }
}
