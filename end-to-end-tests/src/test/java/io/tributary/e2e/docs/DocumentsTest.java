package io.tributary.e2e.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Links of all documents lead to files and headings; lines are short and words are plain. */
final class DocumentsTest {

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern LINK = Pattern.compile("\\[[^\\]]*\\]\\(([^)\\s]+)\\)");
  private static final int LONGEST_LINE = 220;
  private static final int README_LINES = 80;
  private static final int README_LINKS = 12;

  /** Words that have a standard term, such as fix, decision and field, or that hide the actor. */
  private static final Pattern RIDDLE =
      Pattern.compile(
          "(?i)\\b(bur(y|ies|ied)|mend(s|ed|ing)?|fates?|framings?|framed|members?"
              + "|whoever|whatever|whom|nobody|somebody|that of)\\b"
              + "|(?<!dead )(?<!dead-)\\bletters?\\b");

  private static final Pattern WHAT = Pattern.compile("(?i)\\bwhat\\b");

  @Test
  void shouldLinkToFilesAndHeadings() throws IOException {
    List<String> broken = new ArrayList<>();
    int links = 0;
    for (Path document : documents()) {
      Matcher matcher = LINK.matcher(Files.readString(document));
      while (matcher.find()) {
        links++;
        String target = matcher.group(1);
        if (!target.contains("://") && !leadsSomewhere(document, target)) {
          broken.add(ROOT.relativize(document) + " -> " + target);
        }
      }
    }
    System.out.println("checked " + links + " links");
    assertThat(broken).isEmpty();
    assertThat(links).isGreaterThan(40);
  }

  @Test
  void shouldHaveShortLines() throws IOException {
    assertThat(lines((line, code) -> seen(line).length() > LONGEST_LINE)).isEmpty();
  }

  @Test
  void shouldUsePlainWords() throws IOException {
    assertThat(lines((line, code) -> !code && RIDDLE.matcher(prose(line)).find())).isEmpty();
  }

  @Test
  void shouldUseNounsOnTheFirstPages() throws IOException {
    List<Path> first = documents().stream().filter(DocumentsTest::isFirst).toList();

    assertThat(first).hasSizeGreaterThan(8);
    assertThat(lines(first, (line, code) -> !code && WHAT.matcher(prose(line)).find())).isEmpty();
  }

  @Test
  void shouldBeginWithAShortReadme() throws IOException {
    String readme = Files.readString(ROOT.resolve("README.md"));

    assertThat(readme.lines().count()).isLessThanOrEqualTo(README_LINES);
    assertThat(LINK.matcher(readme).results().count()).isLessThanOrEqualTo(README_LINKS);
  }

  /** A condition on a line, and on its being code. */
  private interface Condition {
    boolean holds(String line, boolean code);
  }

  /** README, the pages in {@code docs} itself, and those for contributors. */
  private static boolean isFirst(Path document) {
    Set<Path> folders = Set.of(ROOT.resolve("docs"), ROOT.resolve("docs/change"));
    return document.equals(ROOT.resolve("README.md")) || folders.contains(document.getParent());
  }

  private static List<String> lines(Condition condition) throws IOException {
    return lines(documents(), condition);
  }

  private static List<String> lines(List<Path> documents, Condition condition) throws IOException {
    List<String> found = new ArrayList<>();
    for (Path document : documents) {
      boolean code = false;
      int number = 0;
      for (String line : Files.readAllLines(document)) {
        number++;
        code ^= line.strip().startsWith("```");
        if (condition.holds(line, code)) {
          found.add(ROOT.relativize(document) + ":" + number + " " + line);
        }
      }
    }
    return found;
  }

  private static String prose(String line) {
    return seen(line).replaceAll("`[^`]*`", "");
  }

  /** The line as rendered, without the targets of links. */
  private static String seen(String line) {
    return line.replaceAll("\\]\\([^)]*\\)", "]");
  }

  private static boolean leadsSomewhere(Path document, String target) throws IOException {
    int hash = target.indexOf('#');
    String file = hash < 0 ? target : target.substring(0, hash);
    Path path = file.isEmpty() ? document : document.resolveSibling(file).normalize();
    if (!Files.exists(path)) {
      return false;
    }
    return hash < 0 || headings(path).contains(target.substring(hash + 1));
  }

  private static List<String> headings(Path document) throws IOException {
    return Files.readAllLines(document).stream()
        .filter(line -> line.startsWith("#"))
        .map(line -> line.replaceFirst("^#+ ", "").toLowerCase(Locale.ROOT))
        .map(line -> line.replaceAll("[^a-z0-9 _-]", "").replace(' ', '-'))
        .toList();
  }

  private static List<Path> documents() throws IOException {
    List<Path> documents = new ArrayList<>();
    try (Stream<Path> top = Files.list(ROOT);
        Stream<Path> docs = Files.walk(ROOT.resolve("docs"));
        Stream<Path> examples = Files.walk(ROOT.resolve("examples"))) {
      Stream.of(top, docs, examples)
          .flatMap(paths -> paths)
          .filter(path -> path.toString().endsWith(".md"))
          .filter(path -> !path.toString().contains("node_modules"))
          .forEach(documents::add);
    }
    return documents;
  }
}
