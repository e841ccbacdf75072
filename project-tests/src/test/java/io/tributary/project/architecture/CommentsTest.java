package io.tributary.project.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Comments open with a noun phrase or a verb, and use no words that make riddles. */
class CommentsTest {

  private static final Pattern COMMENT =
      Pattern.compile(
          "/\\*\\*[\\s*]*(.*?)\\*/|^ *// *([^\\n]*)", Pattern.DOTALL | Pattern.MULTILINE);

  private static final Pattern RIDDLE =
      Pattern.compile(
          "^(What|Who|Whom|Whose|Where|Whether|Why|How|It|Its|Those|These|Such|Of|Something)\\b"
              + "|(?i)\\b(whatever|whoever|whom|nobody|somebody|anybody|everybody|lest|fate"
              + "|bury|buried|mends?|mended|likewise)\\b");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "avro-schemas",
        "channel-formats",
        "client",
        "dynamo-sink",
        "ingest-gateway",
        "launcher",
        "operations",
        "service-runtime",
        "stream-processors"
      })
  void shouldHavePlainComments(String module) throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("..", module, "src", "main", "java"))) {
      List<String> comments =
          files
              .filter(file -> file.toString().endsWith(".java"))
              .flatMap(CommentsTest::comments)
              .toList();

      assertThat(comments).hasSizeGreaterThan(50).filteredOn(RIDDLE.asPredicate()).isEmpty();
    }
  }

  private static Stream<String> comments(Path file) {
    try {
      return COMMENT
          .matcher(Files.readString(file))
          .results()
          .map(CommentsTest::text)
          .toList()
          .stream();
    } catch (IOException e) {
      throw new IllegalStateException(file.toString(), e);
    }
  }

  private static String text(MatchResult comment) {
    String text = comment.group(1) == null ? comment.group(2) : comment.group(1);
    return text.replaceAll("\\s*\\n[\\s*]*", " ");
  }
}
