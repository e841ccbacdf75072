package io.tributary.cli.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.cli.Tributary;
import io.tributary.cli.process.ExitCode;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
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

  private int check(String... more) {
    PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);
    String[] line = {
      "schemas", "check", "--schema-registry-url", "http://" + NOWHERE, more[0], more[1]
    };
    return Tributary.run(Map.of(), errors, errors, line);
  }
}
