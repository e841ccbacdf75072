package io.tributary.cli.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RunbookTest {

  private static final Path ROOT = Path.of("..");
  private static final Pattern ANCHOR = Pattern.compile("<a id=\"(\\w+)\"></a>");
  private static final Pattern ALERT = Pattern.compile("- alert: (\\w+)");
  private static final Pattern URL =
      Pattern.compile("runbook_url: \"docs/operate/runbook.md#(\\w+)\"");

  @Test
  void shouldHaveAnEntryForEveryAlertFindingAndReadinessCode() throws IOException {
    assertThat(found(ANCHOR, "docs/operate/runbook.md"))
        .doesNotHaveDuplicates()
        .containsExactlyInAnyOrderElementsOf(codes().distinct().toList());
  }

  @Test
  void shouldBeNamedByEveryAlert() throws IOException {
    assertThat(found(URL, "config/prometheus/alerts.yml")).isEqualTo(alerts());
  }

  private static Stream<String> codes() throws IOException {
    return Stream.of(
            alerts().stream(),
            Arrays.stream(Rule.values()).map(Rule::code),
            Remedies.codes().stream())
        .flatMap(codes -> codes);
  }

  private static List<String> alerts() throws IOException {
    List<String> alerts = found(ALERT, "config/prometheus/alerts.yml");
    return alerts.stream().map(alert -> alert.toLowerCase(Locale.ROOT)).toList();
  }

  private static List<String> found(Pattern pattern, String file) throws IOException {
    String text = Files.readString(ROOT.resolve(file));
    return pattern.matcher(text).results().map(match -> match.group(1)).toList();
  }
}
