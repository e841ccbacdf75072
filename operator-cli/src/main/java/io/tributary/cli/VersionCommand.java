package io.tributary.cli;

import io.tributary.cli.process.ExitCode;
import io.tributary.operations.JsonFields;
import java.util.List;

/** {@code version}: release and commit. */
record VersionCommand(Operators operators) {

  List<Command> all() {
    return List.of(operators.offline("version", "Prints release and commit.", this::print));
  }

  private ExitCode print(Invocation invocation) {
    operators
        .output(invocation)
        .print(
            VersionText.current(),
            JsonFields.of("version", VersionText.number())
                .and("commit", VersionText.commit())
                .map());
    return ExitCode.DONE;
  }
}
