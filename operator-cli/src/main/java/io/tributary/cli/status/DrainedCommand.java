package io.tributary.cli.status;

import io.tributary.cli.options.OperatorOptions;
import io.tributary.cli.process.CommandContext;
import io.tributary.cli.process.ExitCode;
import io.tributary.operations.JsonFields;
import io.tributary.operations.drain.DrainCheck;
import io.tributary.operations.drain.Lag;
import io.tributary.runtime.context.RuntimeContext;
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
public final class DrainedCommand implements Callable<Integer> {

  /** Time after which another generation may be live. */
  private static final Duration LOOK = Duration.ofSeconds(30);

  @Mixin private final OperatorOptions options;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description = "Time to wait; 0 looks once. Default: 60.")
  private Duration timeout = Duration.ZERO;

  public DrainedCommand(CommandContext context) {
    this.options = new OperatorOptions(context);
  }

  @Override
  public Integer call() throws InterruptedException {
    if (await(options, timeout)) {
      options.output().print("drained", JsonFields.of("drained", true).map());
      return ExitCode.DONE;
    }
    return ExitCode.FOUND;
  }

  /** Returns whether the pipeline is drained; prints the lags if it is not. */
  public static boolean await(OperatorOptions options, Duration timeout)
      throws InterruptedException {
    RuntimeContext runtime = options.context().runtime();
    Deadline deadline = Deadline.after(timeout, runtime.ticker());
    List<Lag> lags = DrainCheck.await(options.live(), runtime, deadline.atMost(LOOK).remaining());
    while (!lags.isEmpty() && !deadline.passed()) {
      lags = DrainCheck.await(options.liveNow(), runtime, deadline.atMost(LOOK).remaining());
    }
    lags.forEach(
        lag ->
            options
                .output()
                .print(
                    "lag " + lag,
                    JsonFields.of("stage", lag.stage())
                        .and("topic", lag.topic())
                        .and("records", lag.records())
                        .map()));
    return lags.isEmpty();
  }
}
