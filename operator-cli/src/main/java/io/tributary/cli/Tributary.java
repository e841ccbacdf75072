package io.tributary.cli;

import io.tributary.cli.data.SchemaCommands;
import io.tributary.cli.data.TableCommands;
import io.tributary.cli.data.TopicCommands;
import io.tributary.cli.data.TraceCommand;
import io.tributary.cli.deadletters.DeadLetterCommands;
import io.tributary.cli.help.CompletionCommand;
import io.tributary.cli.help.HelpCommand;
import io.tributary.cli.help.UsageErrors;
import io.tributary.cli.help.UsageHelp;
import io.tributary.cli.help.VersionCommand;
import io.tributary.cli.options.OptionTypes;
import io.tributary.cli.options.SettingOptions;
import io.tributary.cli.output.EscapingStream;
import io.tributary.cli.process.CommandContext;
import io.tributary.cli.replay.ReplayCommands;
import io.tributary.cli.replay.VerifyCommand;
import io.tributary.cli.service.ConsoleCommand;
import io.tributary.cli.service.DynamoDbCommand;
import io.tributary.cli.service.PipelineCommands;
import io.tributary.cli.simulate.SimulateCommand;
import io.tributary.cli.status.DrainedCommand;
import io.tributary.cli.status.StatusCommand;
import io.tributary.launcher.process.Termination;
import io.tributary.operations.OperationException;
import io.tributary.runtime.config.SettingsException;
import io.tributary.runtime.context.RuntimeContext;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.lang.reflect.Constructor;
import java.nio.charset.Charset;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.IFactory;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;

/** The command line of the pipeline. */
@Command(
    name = CommandContext.PROGRAM,
    header = "An event-driven ingestion pipeline: HTTP in, DynamoDB items out.",
    customSynopsis =
        "tributary COMMAND [OPTIONS], tributary help COMMAND | completion SHELL | --version",
    versionProvider = VersionCommand.class)
public final class Tributary {

  private static final List<Class<?>> COMMANDS =
      List.of(
          PipelineCommands.Up.class,
          PipelineCommands.Tokens.class,
          PipelineCommands.Gateway.class,
          PipelineCommands.Processors.class,
          PipelineCommands.Sink.class,
          PipelineCommands.DemoCommand.class,
          DynamoDbCommand.class,
          StatusCommand.class,
          TraceCommand.class,
          ConsoleCommand.class,
          DrainedCommand.class,
          ReplayCommands.class,
          VerifyCommand.class,
          TopicCommands.class,
          TableCommands.class,
          SchemaCommands.class,
          DeadLetterCommands.class,
          SimulateCommand.class,
          CompletionCommand.class,
          HelpCommand.class,
          VersionCommand.class);

  /** Commands that look at the others. */
  private static final Set<Class<?>> SEES_ALL = Set.of(HelpCommand.class, CompletionCommand.class);

  Tributary() {}

  /** Runs one command and ends the process with its exit code. */
  public static void main(String[] args) {
    Termination termination = Termination.bySignal(Thread.currentThread());
    termination.finish(run(RuntimeContext.system(), System.out, System.err, termination, args));
  }

  /**
   * Runs one command in a process that goes on afterwards.
   *
   * @param environment the variables, instead of the process's own
   * @return the exit code
   */
  public static int run(
      Map<String, String> environment, PrintStream out, PrintStream err, String... args) {
    RuntimeContext system = RuntimeContext.system();
    RuntimeContext runtime =
        new RuntimeContext(
            system.clock(), system.ticker(), system.random(), system.secrets(), environment);
    return run(runtime, out, err, Termination.byRequest(Thread.currentThread()), args);
  }

  private static int run(
      RuntimeContext runtime,
      PrintStream out,
      PrintStream err,
      Termination termination,
      String... args) {
    CommandContext context =
        new CommandContext(runtime, new EscapingStream(out), new EscapingStream(err), termination);
    return commands(new Tributary(), context, args).execute(args);
  }

  /**
   * The tree of commands below one of them.
   *
   * @param args of the command line
   */
  static CommandLine commands(Object root, CommandContext context, String... args) {
    CommandLine commands = new CommandLine(root, new Factory(context));
    commands
        .getCommandSpec()
        .addOption(
            OptionSpec.builder("--version")
                .versionHelp(true)
                .description("Prints release and commit.")
                .build());
    if (root instanceof Tributary) {
      addCommands(commands, args);
    }
    UsageHelp.layOut(commands);
    addSettings(commands, args);
    OptionTypes.register(commands, context.runtime().clock());
    UsageErrors errors = new UsageErrors(context.err());
    return commands
        .setExpandAtFiles(false)
        .setInterpolateVariables(false)
        .setOut(new PrintWriter(context.out(), true, Charset.defaultCharset()))
        .setErr(new PrintWriter(context.err(), true, Charset.defaultCharset()))
        .setParameterExceptionHandler(errors)
        .setExecutionExceptionHandler(errors)
        .setExecutionStrategy(Tributary::execute);
  }

  /** Adds the command that a command line names, else names alone: each command takes time. */
  private static void addCommands(CommandLine commands, String... args) {
    List<Class<?>> named =
        COMMANDS.stream()
            .filter(command -> args.length > 0 && annotation(command).name().equals(args[0]))
            .toList();
    if (named.isEmpty()) {
      COMMANDS.forEach(command -> addName(commands.getCommandSpec(), annotation(command)));
    } else {
      boolean all = SEES_ALL.contains(named.get(0));
      (all ? COMMANDS : named).forEach(commands::addSubcommand);
    }
  }

  private static void addName(CommandSpec root, Command command) {
    CommandSpec spec = CommandSpec.create();
    spec.usageMessage().header(command.header()).hidden(command.hidden());
    root.addSubcommand(command.name(), spec);
  }

  private static Command annotation(Class<?> command) {
    return Objects.requireNonNull(command.getAnnotation(Command.class));
  }

  /** Adds them where the command line goes, because they take time; for completion everywhere. */
  private static void addSettings(CommandLine command, String... args) {
    for (CommandSpec mixin : command.getCommandSpec().mixins().values()) {
      if (mixin.userObject() instanceof SettingOptions options) {
        options.addTo(command.getCommandSpec(), args);
      }
    }
    List<String> words = List.of(args);
    command
        .getSubcommands()
        .forEach(
            (name, below) -> {
              if (words.contains(name) || words.contains(CompletionCommand.NAME)) {
                addSettings(below, args);
              }
            });
  }

  private static int execute(ParseResult result) {
    ParseResult last = result;
    while (last.hasSubcommand()) {
      last = last.subcommand();
    }
    if (!last.isUsageHelpRequested() && !last.isVersionHelpRequested()) {
      readSettings(last);
    }
    return new RunLast().execute(result);
  }

  private static void readSettings(ParseResult result) {
    CommandSpec command = result.commandSpec();
    try {
      for (CommandSpec mixin : command.mixins().values()) {
        if (mixin.userObject() instanceof SettingOptions options) {
          options.read(command, result);
        }
      }
    } catch (SettingsException | OperationException e) {
      throw new ExecutionException(command.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  /** Creates commands and their options in their surroundings. */
  private record Factory(CommandContext context) implements IFactory {

    @Override
    public <K> K create(Class<K> type) throws Exception {
      for (Constructor<?> constructor : type.getConstructors()) {
        if (List.of(constructor.getParameterTypes()).equals(List.of(CommandContext.class))) {
          return type.cast(constructor.newInstance(context));
        }
      }
      return CommandLine.defaultFactory().create(type);
    }
  }
}
