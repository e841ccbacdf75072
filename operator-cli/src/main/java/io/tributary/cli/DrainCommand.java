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
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code drained}: whether everything accepted has come to its end. */
record DrainCommand(Operators operators) {

  private static final String TIMEOUT = "--timeout";
  private static final String DEFAULT_TIMEOUT_SECONDS = "60";

  List<Command> all() {
    return List.of(
        operators.command(
            "drained",
            "Waits until every accepted event is processed and stored, waiting facts"
                + " and expiries included. Exit code 3 after the timeout, with the rest per"
                + " stage.",
            List.of(
                "drained --dynamodb-endpoint http://127.0.0.1:8000",
                "drained --timeout 0 --bootstrap-servers 127.0.0.1:9092 --dynamodb-endpoint"
                    + " http://127.0.0.1:8000"),
            List.of(
                new Argument.Option(
                    TIMEOUT, "SECONDS", "How long to wait. Default: 60. 0 looks once.")),
            this::await));
  }

  private ExitCode await(Invocation invocation) throws InterruptedException {
    Output output = operators.output(invocation);
    Duration timeout =
        OptionValues.seconds(TIMEOUT, invocation.find(TIMEOUT).orElse(DEFAULT_TIMEOUT_SECONDS));
    Deadline deadline = Deadline.after(timeout, operators.ambient().ticker());
    try (Cluster cluster = operators.connect(invocation);
        RelayBacklog relay = RelayBacklog.ifNamed(invocation.settings(), operators.ambient());
        DrainCheck check = DrainCheck.of(cluster, relay)) {
      List<Lag> lags = check.await(deadline);
      if (lags.isEmpty()) {
        output.print("drained", JsonFields.of("drained", true).map());
        return ExitCode.DONE;
      }
      lags.forEach(lag -> output.print("lag " + lag, members(lag)));
      return ExitCode.FOUND;
    }
  }

  static Map<String, ? extends @Nullable Object> members(Lag lag) {
    return JsonFields.of("stage", lag.stage())
        .and("topic", lag.topic())
        .and("records", lag.records())
        .map();
  }
}
