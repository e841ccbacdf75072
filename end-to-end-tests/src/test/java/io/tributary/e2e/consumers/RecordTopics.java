package io.tributary.e2e.consumers;

import io.tributary.harness.process.Launcher;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Pattern;

/** The record topics, as the page of all topics names them. */
final class RecordTopics {

  private static final Pattern ROW =
      Pattern.compile("^\\| `([a-z.-]+)` \\| records \\|", Pattern.MULTILINE);

  private RecordTopics() {}

  static List<String> names() throws IOException {
    String page = Files.readString(Launcher.ROOT.resolve("docs/use/topics.md"));
    return ROW.matcher(page).results().map(row -> row.group(1)).toList();
  }
}
