package io.tributary.project.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A page in Markdown.
 *
 * @param path from the project's root
 */
record Document(Path path, String text) {

  private static final Pattern LINK = Pattern.compile("\\[[^\\]]*\\]\\(([^)\\s]+)\\)");
  private static final Pattern ANCHOR = Pattern.compile("<a id=\"([^\"]+)\"");
  static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  private static final Set<String> OTHER_FOLDERS = Set.of("target", "node_modules", ".git");

  /** All pages of the project. */
  static List<Document> all() throws IOException {
    List<Document> documents = new ArrayList<>();
    try (Stream<Path> files = Files.find(ROOT, 5, (path, file) -> isPage(path))) {
      for (Path file : files.sorted().toList()) {
        documents.add(new Document(ROOT.relativize(file), Files.readString(file)));
      }
    }
    return documents;
  }

  private static boolean isPage(Path path) {
    for (Path folder : ROOT.relativize(path)) {
      if (OTHER_FOLDERS.contains(folder.toString())) {
        return false;
      }
    }
    return path.toString().endsWith(".md");
  }

  List<String> links() {
    return LINK.matcher(text).results().map(link -> link.group(1)).toList();
  }

  /** Ends of addresses within this page: headings as GitHub names them, and marked places. */
  Set<String> anchors() {
    Stream<String> headings =
        text.lines()
            .filter(line -> line.startsWith("#"))
            .map(line -> line.replaceFirst("^#+ ", "").toLowerCase(Locale.ROOT))
            .map(line -> line.replaceAll("[^a-z0-9 _-]", "").replace(' ', '-'));
    Stream<String> marks = ANCHOR.matcher(text).results().map((MatchResult m) -> m.group(1));
    return Stream.concat(headings, marks).collect(Collectors.toSet());
  }
}
