package io.tributary.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.cli.process.ExitCode;
import io.tributary.launcher.process.Termination;
import io.tributary.runtime.ambient.Ambient;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** What {@code schemas check} does without brokers. */
class SchemaCommandsTest {

  private static final String NOWHERE = "127.0.0.1:1";

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void shouldNotCompareLessThanItWasAskedTo() {
    assertThat(check("--bootstrap-servers", NOWHERE)).isEqualTo(ExitCode.FAILED);

    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("no Kafka broker answers at " + NOWHERE)
        .doesNotContain("not compared");
  }

  private ExitCode check(String... more) {
    Ambient ambient = Ambient.system();
    PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);
    Operators operators =
        new Operators(ambient, errors, errors, Termination.byRequest(Thread.currentThread()));
    String[] line = {
      "schemas", "check", "--schema-registry-url", "http://" + NOWHERE, more[0], more[1]
    };
    return new Tributary(new SchemaCommands(operators).all(), ambient, errors, errors).run(line);
  }
}
