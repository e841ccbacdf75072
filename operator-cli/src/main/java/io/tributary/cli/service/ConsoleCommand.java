package io.tributary.cli.service;

import io.tributary.cli.options.OperatorOptions;
import io.tributary.cli.options.ServicesOption;
import io.tributary.cli.process.CommandContext;
import io.tributary.cli.process.ExitCode;
import io.tributary.console.Console;
import io.tributary.console.ConsoleSettings;
import io.tributary.launcher.process.ServeUntilSignal;
import io.tributary.runtime.config.HostPort;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.health.OpsPages;
import io.tributary.runtime.health.OpsServer;
import io.tributary.runtime.lifecycle.Lifecycle;
import io.tributary.runtime.metrics.Meters;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "console",
    header = "Serves web pages about the pipeline and its events.",
    description =
        "Changes nothing, and connects to Kafka and DynamoDB only while a page is open. `up` has the"
            + " same pages. There is no login: bind it to an address that operators alone reach.",
    footer = {
      "console --dynamodb-endpoint http://127.0.0.1:8000",
      "console --config config/cluster.properties --console-listen 127.0.0.1:9000"
    })
public final class ConsoleCommand implements Callable<Integer> {

  @Mixin private final OperatorOptions options;
  @Mixin private ServicesOption services = new ServicesOption();

  public ConsoleCommand(CommandContext context) {
    this.options = new OperatorOptions(context, () -> ConsoleSettings.ALL);
  }

  @Override
  public Integer call() throws Exception {
    CommandContext context = options.context();
    Settings settings = options.settings();
    HostPort listen = settings.get(ConsoleSettings.LISTEN);
    Meters meters = Meters.withJvm();
    try {
      Console console =
          new Console(
              () -> settings,
              () -> services.instances(settings),
              Optional.of(listen.host()),
              Optional::empty,
              context.runtime());
      OpsPages pages = new OpsPages(console, () -> meters, context.runtime().clock());
      OpsServer server = new OpsServer(listen, pages).with(console);
      new ServeUntilSignal(context.out(), context.termination(), context.runtime().ticker())
          .serve(
              Lifecycle.of(List.of(console, server)),
              () -> "ready console=http://%s%s/".formatted(server.address(), Console.PATH));
    } finally {
      meters.close();
    }
    return ExitCode.DONE;
  }
}
