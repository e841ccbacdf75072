package io.tributary.project.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.channels.provider.Provider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Links lead somewhere, and the first pages are short. */
final class DocumentsTest {

  private static final Pattern IGNORED = Pattern.compile("\\n- Ignored: ((?:.|\\n  )*)\\n");
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");
  private static final int README_LINES = 80;
  private static final int README_LINKS = 12;
  private static final int MODULE_LINES = 30;

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
}
