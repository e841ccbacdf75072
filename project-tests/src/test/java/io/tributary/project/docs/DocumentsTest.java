package io.tributary.project.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.channels.provider.Provider;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Pages are few and short, their links lead somewhere, and their words are plain. */
final class DocumentsTest {

  private static final Pattern IGNORED = Pattern.compile("\\n- Ignored: ((?:.|\\n  )*)\\n");
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");
  private static final int MOST_PAGES = 60;
  private static final int MOST_BYTES = 250_000;
  private static final int MOST_BYTES_WRITTEN = 220_000;
  private static final int LONGEST_LINE = 220;
  private static final int LONGEST_SENTENCE = 30;
  private static final int LONGEST_CELL = 15;
  private static final int README_LINES = 80;
  private static final int README_LINKS = 12;
  private static final int MODULE_LINES = 30;

  /** Words that have a standard term, such as fix, decision and field, or that hide the actor. */
  private static final Pattern RIDDLE =
      Pattern.compile(
          "(?i)\\b(bur(y|ies|ied)|mend(s|ed|ing)?|fates?|framings?|framed|members?"
              + "|whoever|whatever|whom|nobody|somebody|that of|what)\\b"
              + "|(?<!dead )(?<!dead-)\\bletters?\\b");

  private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");

  private List<Document> documents = List.of();

  @BeforeEach
  void read() throws IOException {
    documents = Document.all();
  }

  @Test
  void shouldLinkToFilesAndHeadings() throws IOException {
    List<String> broken = new ArrayList<>();
    int links = 0;
    for (Document document : documents) {
      for (String target : document.links()) {
        links++;
        if (!target.contains("://") && !leadsSomewhere(document, target)) {
          broken.add(document.path() + " -> " + target);
        }
      }
    }
    System.out.println("checked " + links + " links of " + documents.size() + " pages");
    assertThat(broken).isEmpty();
    assertThat(links).isGreaterThan(40);
  }

  private boolean leadsSomewhere(Document document, String target) {
    int hash = target.indexOf('#');
    String file = hash < 0 ? target : target.substring(0, hash);
    Path path = file.isEmpty() ? document.path() : document.path().resolveSibling(file).normalize();
    if (hash < 0) {
      return Files.exists(Document.ROOT.resolve(path));
    }
    return documents.stream()
        .filter(other -> other.path().equals(path))
        .anyMatch(other -> other.anchors().contains(target.substring(hash + 1)));
  }

  @Test
  void shouldHaveShortLines() {
    assertThat(
            found(
                document -> document.text().lines().map(Document::rendered).toList(),
                line -> line.length() > LONGEST_LINE))
        .isEmpty();
  }

  @Test
  void shouldUsePlainWords() {
    assertThat(found(Document::prose, line -> RIDDLE.matcher(line).find())).isEmpty();
  }

  @Test
  void shouldHaveShortSentencesAndCells() {
    assertThat(found(Document::sentences, text -> Document.words(text) > LONGEST_SENTENCE))
        .isEmpty();
    assertThat(found(Document::cells, text -> Document.words(text) > LONGEST_CELL)).isEmpty();
  }

  @Test
  void shouldBeFewAndSmall() {
    assertThat(documents).hasSizeLessThanOrEqualTo(MOST_PAGES);
    assertThat(bytes(document -> true)).isLessThanOrEqualTo(MOST_BYTES);
    assertThat(bytes(document -> !document.isGenerated())).isLessThanOrEqualTo(MOST_BYTES_WRITTEN);
  }

  /** The page of each provider lists the kinds of events that its format ignores. */
  @Test
  void shouldListTheIgnoredKindsOfEachProvider() {
    for (Provider provider : Provider.values()) {
      String page = "docs/use/channels/" + provider.label().replaceFirst("-.*", "") + ".md";
      Matcher list = IGNORED.matcher(document(page).text());
      assertThat(list.find()).as(page).isTrue();
      assertThat(CODE.matcher(list.group(1)).results().map(kind -> kind.group(1)))
          .as(page)
          .containsExactlyInAnyOrderElementsOf(provider.definition().ignored().names());
    }
  }

  @Test
  void shouldBeginWithAShortReadme() {
    Document readme = document("README.md");

    assertThat(readme.text().lines().count()).isLessThanOrEqualTo(README_LINES);
    assertThat(readme.links()).hasSizeLessThanOrEqualTo(README_LINKS);
  }

  @Test
  void shouldHaveAShortReadmeOfEachModule() throws IOException {
    List<String> modules =
        MODULE
            .matcher(Files.readString(Document.ROOT.resolve("pom.xml")))
            .results()
            .map(module -> module.group(1))
            .toList();

    assertThat(modules).hasSizeGreaterThan(10);
    assertThat(modules)
        .allSatisfy(
            module ->
                assertThat(document(module.replaceFirst("/.*", "") + "/README.md").text().lines())
                    .hasSizeLessThanOrEqualTo(MODULE_LINES));
  }

  private Document document(String path) {
    return documents.stream()
        .filter(document -> document.path().equals(Path.of(path)))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + path));
  }

  private int bytes(Predicate<Document> condition) {
    return documents.stream()
        .filter(condition)
        .mapToInt(document -> document.text().getBytes(StandardCharsets.UTF_8).length)
        .sum();
  }

  /** Parts of all pages, with their page. */
  private List<String> found(Function<Document, List<String>> parts, Predicate<String> condition) {
    List<String> found = new ArrayList<>();
    for (Document document : documents) {
      parts.apply(document).stream()
          .filter(condition)
          .forEach(part -> found.add(document.path() + ": " + part.strip()));
    }
    return found;
  }
}
