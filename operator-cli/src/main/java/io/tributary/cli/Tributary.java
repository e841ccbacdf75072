package io.tributary.cli;

import io.tributary.cli.output.EscapingStream;
import io.tributary.cli.process.CommandException;
import io.tributary.cli.process.ExitCode;
import io.tributary.cli.process.LogLevel;
import io.tributary.cli.settings.KnownSettings;
import io.tributary.launcher.process.Termination;
import io.tributary.operations.FailureText;
import io.tributary.operations.OperationException;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.config.SettingsException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The command line of the pipeline. */
public final class Tributary {

  private static final Logger log = LoggerFactory.getLogger(Tributary.class);

  private final Collection<Command> commands;
  private final Ambient ambient;
  private final PrintStream out;
  private final PrintStream err;

  Tributary(Collection<Command> commands, Ambient ambient, PrintStream out, PrintStream err) {
    this.commands = commands;
    this.ambient = ambient;
    this.out = out;
    this.err = err;
  }

  /** Runs one command and ends the process with its exit code. */
  public static void main(String[] args) {
    Termination termination = Termination.bySignal(Thread.currentThread());
    termination.finish(of(Ambient.system(), System.out, System.err, termination).run(args).code());
  }

  /**
   * Runs one command in a process that goes on afterwards.
   *
   * @param environment the variables, instead of the process's own
   * @return the exit code
   */
  public static int run(
      Map<String, String> environment, PrintStream out, PrintStream err, String... args) {
    Ambient system = Ambient.system();
    Ambient ambient =
        new Ambient(
            system.clock(), system.ticker(), system.random(), system.secrets(), environment);
    Termination termination = Termination.byRequest(Thread.currentThread());
    return of(ambient, out, err, termination).run(args).code();
  }

  private static Tributary of(
      Ambient ambient, PrintStream out, PrintStream err, Termination termination) {
    PrintStream results = new EscapingStream(out);
    PrintStream messages = new EscapingStream(err);
    return new Tributary(
        Commands.all(ambient, results, messages, termination), ambient, results, messages);
  }

  /** Runs one command; whatever goes wrong is said in one line. */
  ExitCode run(String... args) {
    try {
      CommandTree.Request request = new CommandTree(Commands.GROUPS, commands, args).parse(args);
      if (request instanceof CommandTree.Request.Help help) {
        out.print(help.text());
        out.flush();
        return ExitCode.DONE;
      }
      return run((CommandTree.Request.Run) request);
    } catch (CommandException e) {
      return fail(e, e.exitCode());
    } catch (OperationException e) {
      boolean usage = e.reason() == OperationException.Reason.INVALID;
      return fail(e, usage ? ExitCode.USAGE : ExitCode.FAILED);
    } catch (SettingsException e) {
      return fail(e, ExitCode.USAGE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return fail(CommandException.failed("interrupted"), ExitCode.FAILED);
    } catch (Exception e) {
      return fail(e, ExitCode.FAILED);
    }
  }

  private ExitCode run(CommandTree.Request.Run request) throws Exception {
    Invocation invocation = new Invocation(settings(request), request.arguments());
    LogLevel level = invocation.settings().get(LogLevel.SETTING);
    (invocation.has(CommandTree.VERBOSE) ? LogLevel.DEBUG : level).apply();
    return request.command().action().run(invocation);
  }

  private Settings settings(CommandTree.Request.Run request) {
    if (request.command().settings().isEmpty()) {
      return Settings.of(Map.of());
    }
    Optional<Path> file =
        Optional.ofNullable(request.arguments().get(CommandTree.CONFIG)).map(Path::of);
    return KnownSettings.reader().read(request.flags(), ambient.environment(), file);
  }

  private ExitCode fail(Exception e, ExitCode code) {
    err.println(CommandTree.PROGRAM + ": " + FailureText.of(e));
    err.flush();
    log.debug("failed", e);
    return code;
  }
}
