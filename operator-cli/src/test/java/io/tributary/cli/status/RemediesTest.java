package io.tributary.cli.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class RemediesTest {

  private static final Pattern ROW = Pattern.compile("(?m)^\\| (`[a-z_]+`(?:, `[a-z_]+`)*) \\| .*");
  private static final Pattern CODE = Pattern.compile("`([a-z_]+)`");

  /** The page of readiness has them all; see what the services answer. */
  @Test
  void shouldKnowWhatToDoAboutEveryCodeOfReadiness() throws IOException {
    String page = Files.readString(Path.of("../docs/operate/runbook.md"));
    String section = page.substring(page.indexOf("## Readiness codes"));
    List<String> codes =
        ROW.matcher(section)
            .results()
            .flatMap(row -> CODE.matcher(row.group(1)).results())
            .map((MatchResult code) -> code.group(1))
            .toList();

    assertThat(codes).contains("directory_behind", "record_stuck", "generation_changing");
    assertThat(codes)
        .allSatisfy(
            code -> assertThat(Remedies.of(code)).isNotEqualTo(Remedies.of("nobody's code")));
  }
}
