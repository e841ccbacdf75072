package io.tributary.cli.help;

import io.tributary.cli.options.OperatorOptions;
import io.tributary.cli.options.OptionTypes;
import io.tributary.cli.process.CommandContext;
import io.tributary.cli.process.ExitCode;
import io.tributary.operations.FailureText;
import io.tributary.operations.OperationException;
import io.tributary.operations.Program;
import io.tributary.runtime.config.SettingsException;
import java.io.PrintStream;
import java.util.Collection;
import java.util.Locale;
import org.apache.kafka.common.errors.InterruptException;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.SdkException;

/** Prints each failure as one line. */
public record UsageErrors(PrintStream err)
    implements IParameterExceptionHandler, IExecutionExceptionHandler {

  /** Start of picocli's messages about values. */
  private static final String INVALID = "Invalid value for ";

  @Override
  public int handleParseException(ParameterException e, String[] args) {
    CommandSpec command = e.getCommandLine().getCommandSpec();
    print(message(e) + "; see `" + command.qualifiedName() + " --help`");
    return ExitCode.USAGE;
  }

  @Override
  public int handleExecutionException(Exception e, CommandLine command, ParseResult result) {
    // no logger before it is needed: logging takes time to start
    LoggerFactory.getLogger(UsageErrors.class).debug("failed", e);
    if (e instanceof InterruptedException
        || e instanceof InterruptException
        || e instanceof AbortedException) {
      Thread.currentThread().interrupt();
      print("interrupted");
      return ExitCode.FAILED;
    }
    print(message(e, command.getCommandSpec()));
    if (e instanceof OperationException failure) {
      return ExitCode.of(failure.kind());
    }
    return e instanceof SettingsException ? ExitCode.USAGE : ExitCode.FAILED;
  }

  private static String message(Exception e, CommandSpec command) {
    if (e instanceof SdkException failure) {
      for (CommandSpec mixin : command.mixins().values()) {
        if (mixin.userObject() instanceof OperatorOptions options) {
          return options.unavailable(failure);
        }
      }
    }
    return FailureText.of(e);
  }

  private void print(String message) {
    Program.named(message)
        .lines()
        .forEach(line -> err.println(CommandContext.PROGRAM + ": " + line));
    err.flush();
  }

  private static String message(ParameterException e) {
    if (e instanceof UnmatchedArgumentException unmatched) {
      return unmatched(unmatched);
    }
    CommandSpec command = e.getCommandLine().getCommandSpec();
    String line = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    if (line.equals("Missing required subcommand")) {
      return "name a command: " + String.join(", ", command.subcommands().keySet());
    }
    ArgSpec argument = e.getArgSpec();
    if (line.startsWith(INVALID) && argument != null) {
      String name = argument instanceof OptionSpec o ? o.longestName() : argument.paramLabel();
      String rule =
          line.substring(line.indexOf(": ") + 2)
              .replaceFirst(
                  "^expected one of \\[(.*)] .*but was '(.*)'$", "must be one of $1, not $2");
      return name + (rule.startsWith("must ") ? " " : ": ") + rule;
    }
    return line.substring(0, 1).toLowerCase(Locale.ROOT) + line.substring(1);
  }

  private static String unmatched(UnmatchedArgumentException e) {
    String word = e.getUnmatched().get(0).split("=", 2)[0];
    CommandSpec command = e.getCommandLine().getCommandSpec();
    boolean option = word.startsWith("-");
    Collection<String> known =
        option ? command.optionsMap().keySet() : command.subcommands().keySet();
    String kind = option ? "option" : known.isEmpty() ? "argument" : "command";
    return OptionTypes.unknown(kind, word, known);
  }
}
