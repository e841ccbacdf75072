package io.tributary.cli.status;

import static io.tributary.operations.OperationException.require;

import io.tributary.cli.options.OperatorOptions;
import io.tributary.cli.options.ServicesOption;
import io.tributary.cli.output.Output;
import io.tributary.cli.process.CommandContext;
import io.tributary.cli.process.ExitCode;
import io.tributary.operations.Program;
import io.tributary.operations.status.Sampler;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.runtime.kafka.generation.GenerationLog;
import io.tributary.runtime.kafka.generation.LostGenerationsException;
import io.tributary.sink.table.DynamoConnection;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "status",
    header = "Shows services, rates, lags and dead letters, and findings with remedies.",
    description = "Exit code 3 if there is a finding.",
    footer = {
      "status --dynamodb-endpoint http://127.0.0.1:8000",
      "status --watch --interval 5",
      "status --services http://gw-1:8083,http://gw-2:8083,http://proc-1:8081"
    })
public final class StatusCommand implements Callable<Integer> {

  @Mixin private final OperatorOptions options;

  @Option(names = "--watch", description = "Repeats until Ctrl-C; exit code 0.")
  private boolean watch;

  @Option(
      names = "--interval",
      paramLabel = "SECONDS",
      defaultValue = "1",
      description = "Time between two measurements, and with --watch two screens. Default: 1.")
  private Duration interval = Duration.ZERO;

  @Mixin private ServicesOption services = new ServicesOption();

  public StatusCommand(CommandContext context) {
    this.options = new OperatorOptions(context);
  }

  @Override
  public Integer call() throws InterruptedException {
    Output output = options.output();
    require(interval.toSeconds() >= 1, "--interval must be at least 1");
    List<Sampler.Instance> instances = services.instances(options.settings());
    Settings settings = options.live(this::liveOrFirst);
    if (!DynamoConnection.isNamed(settings, options.context().runtime())) {
      options
          .context()
          .err()
          .println("tables are not looked at: no dynamodb.endpoint, no AWS credentials");
    }
    try (Sampler sampler = new Sampler(settings, instances, options.context().runtime())) {
      StatusWatch view = new StatusWatch(sampler, where(settings), output, interval);
      if (!watch) {
        return view.once() ? ExitCode.DONE : ExitCode.FOUND;
      }
      view.run(Boolean.parseBoolean(RuntimeContext.jvmProperty(StatusWatch.SCREEN, "false")));
      return ExitCode.DONE;
    } catch (InterruptedException e) {
      if (watch && options.context().termination().isRequested()) {
        return ExitCode.DONE;
      }
      throw e;
    }
  }

  /** Findings are shown also when no broker answers. */
  private Settings liveOrFirst(Settings settings) {
    try {
      return GenerationLog.find(settings)
          .orElseGet(() -> first(settings, "no Kafka broker names the live generation"));
    } catch (LostGenerationsException e) {
      return first(settings, Program.named(String.valueOf(e.getMessage())));
    }
  }

  private Settings first(Settings settings, String reason) {
    options.context().err().println(reason + "; generation 1 is shown");
    return GenerationLog.first(settings);
  }

  private static String where(Settings settings) {
    return "kafka "
        + settings.get(KafkaSettings.BOOTSTRAP_SERVERS)
        + "  dynamodb "
        + OperatorOptions.endpoint(settings);
  }
}
