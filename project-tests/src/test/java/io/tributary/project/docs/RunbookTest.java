package io.tributary.project.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.operations.status.FindingKind;
import io.tributary.operations.status.Remedies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RunbookTest {

  private static final Path ROOT = Path.of("..");
  private static final Pattern ANCHOR = Pattern.compile("<a id=\"(\\w+)\"></a>");
  private static final Pattern LITERAL = Pattern.compile("\"([a-z]+(?:_[a-z]+)+)\"");
  private static final Pattern ALERT = Pattern.compile("- alert: (\\w+)");
  private static final Pattern URL =
      Pattern.compile("runbook_url: \"docs/operate/runbook.md#(\\w+)\"");

  @Test
  void shouldHaveAnEntryForEveryAlertFindingAndReadinessCode() throws IOException {
    assertThat(found(ANCHOR, "docs/operate/runbook.md"))
        .doesNotHaveDuplicates()
        .containsExactlyInAnyOrderElementsOf(codes().distinct().toList());
  }

  /** Codes as services write them, apart from the remedies that {@code status} knows. */
  @Test
  void shouldHaveAnEntryForEveryCodeThatAServiceGives() throws IOException {
    List<String> given = new ArrayList<>();
    for (Path file : sources()) {
      String text = Files.readString(file);
      if (text.contains("new HealthReason(")) {
        LITERAL.matcher(text).results().forEach(literal -> given.add(literal.group(1)));
      }
    }

    assertThat(given).hasSizeGreaterThan(15).contains("record_stuck", "directory_behind");
    assertThat(found(ANCHOR, "docs/operate/runbook.md")).containsAll(given);
  }

  private static List<Path> sources() throws IOException {
    try (Stream<Path> files =
        Files.find(ROOT, 20, (path, file) -> path.toString().endsWith(".java"))) {
      return files.filter(path -> path.toString().contains("/src/main/")).toList();
    }
  }

  @Test
  void shouldBeNamedByEveryAlert() throws IOException {
    assertThat(found(URL, "config/prometheus/alerts.yml")).isEqualTo(alerts());
  }

  private static Stream<String> codes() throws IOException {
    return Stream.of(
            alerts().stream(),
            Arrays.stream(FindingKind.values()).map(FindingKind::code),
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
