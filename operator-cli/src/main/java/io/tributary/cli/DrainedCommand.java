package io.tributary.cli;

import io.tributary.cli.output.Output;
import io.tributary.cli.process.ExitCode;
import io.tributary.operations.JsonFields;
import io.tributary.operations.drain.DrainCheck;
import io.tributary.operations.drain.Lag;
import io.tributary.operations.drain.RelayBacklog;
import io.tributary.operations.kafka.Cluster;
import io.tributary.runtime.lifecycle.Deadline;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "drained",
    header = "Waits until every accepted event is processed and stored.",
    description =
        "Waiting facts and expiries count, too. Exit code 3 with the lag per stage if not.",
    footer = {
      "drained --dynamodb-endpoint http://127.0.0.1:8000",
      "drained --timeout 0 --dynamodb-endpoint http://127.0.0.1:8000"
    })
final class DrainedCommand implements Callable<Integer> {

  @Mixin private final OperatorOptions options;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description = "Time to wait; 0 looks once. Default: 60.")
  private Duration timeout = Duration.ZERO;

  DrainedCommand(CommandContext context) {
    this.options = new OperatorOptions(context);
  }

  @Override
  public Integer call() throws InterruptedException {
    try (Cluster cluster = options.connect()) {
      if (await(cluster, options, timeout)) {
        options.output().print("drained", JsonFields.of("drained", true).map());
        return ExitCode.DONE;
      }
      return ExitCode.FOUND;
    }
  }

  /** Returns whether the pipeline is drained; prints the lags if it is not. */
  static boolean await(Cluster cluster, OperatorOptions options, Duration timeout)
      throws InterruptedException {
    Output output = options.output();
    Deadline deadline = Deadline.after(timeout, options.context().ambient().ticker());
    try (RelayBacklog relay = RelayBacklog.ifNamed(options.live(), options.context().ambient());
        DrainCheck check = DrainCheck.of(cluster, relay)) {
      List<Lag> lags = check.await(deadline);
      lags.forEach(
          lag ->
              output.print(
                  "lag " + lag,
                  JsonFields.of("stage", lag.stage())
                      .and("topic", lag.topic())
                      .and("records", lag.records())
                      .map()));
      return lags.isEmpty();
    }
  }
}
