package io.tributary.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.cli.process.ExitCode;
import io.tributary.launcher.process.Termination;
import io.tributary.runtime.ambient.Ambient;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** What {@code verify} refuses before it asks anybody. */
class VerifyCommandTest {

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void shouldRefuseWhatContradictsItself() {
    refuse("--dry-run needs --repair", "--dry-run");
    refuse("--ignore-rev needs --against", "--ignore-rev");
    refuse("needs topics and excludes --against", "--against", "other-", "--repair");
    refuse(
        "must be another prefix",
        "--against",
        "a-g2-",
        "--table-prefix",
        "a-",
        "--generation",
        "2");
    refuse("--output must be text or json", "--output", "yaml");
  }

  @Test
  void shouldRefuseTablesThatThereAreNot() {
    refuse("--tables: unknown devicess; did you mean devices?", "--tables", "inbox,devicess");
    refuse("--tables: unknown inbox", "--families", "devices", "--tables", "inbox");
  }

  private void refuse(String rule, String... arguments) {
    err.reset();
    Ambient ambient = Ambient.system();
    PrintStream errors = new PrintStream(err, true, StandardCharsets.UTF_8);
    Operators operators =
        new Operators(ambient, errors, errors, Termination.byRequest(Thread.currentThread()));
    String[] line = new String[arguments.length + 1];
    line[0] = "verify";
    System.arraycopy(arguments, 0, line, 1, arguments.length);

    ExitCode code =
        new Tributary(new VerifyCommand(operators).all(), ambient, errors, errors).run(line);

    assertThat(err.toString(StandardCharsets.UTF_8)).contains(rule);
    assertThat(code).isEqualTo(ExitCode.USAGE);
  }
}
