package io.tributary.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.cli.Tributary;
import io.tributary.cli.process.ExitCode;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is said of a simulation that was not asked for properly. */
class SimulateCommandTest {

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Map<String, String> environment =
      new HashMap<>(
          Map.of("TRIBUTARY_ADMIN_TOKEN", "fake-admin", "TRIBUTARY_SERVICE_TOKEN", "fake"));

  private int run(String... args) {
    PrintStream print = new PrintStream(err, true, StandardCharsets.UTF_8);
    return Tributary.run(environment, print, print, args);
  }

  @Test
  void shouldSayWhichTokenIsMissing() {
    environment.remove("TRIBUTARY_SERVICE_TOKEN");

    assertThat(run("simulate", "--no-check", "--families", "inbox")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("traffic of inbox needs the environment variable TRIBUTARY_SERVICE_TOKEN");
  }

  @Test
  void shouldTakeNoTokenAsAFlag() {
    assertThat(run("simulate", "--service-token", "fake")).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void shouldSayThatTheCheckNeedsTables() {
    assertThat(run("simulate")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("the check needs --dynamodb-endpoint");
  }

  @Test
  void shouldReportSilentServers() {
    assertThat(
            run("simulate", "--no-check", "--families", "devices", "--http", "http://127.0.0.1:1"))
        .isEqualTo(ExitCode.FAILED);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("POST /v1/admin/api-keys at http://127.0.0.1:1: unreachable");
  }
}
