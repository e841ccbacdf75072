package io.tributary.project.pages;

import java.util.Arrays;
import java.util.stream.Collectors;

/** A table in Markdown. */
final class MarkdownTable {

  private final StringBuilder text = new StringBuilder();

  MarkdownTable(String... titles) {
    row(titles);
    text.append("|---".repeat(titles.length)).append("|\n");
  }

  void row(String... cells) {
    text.append(
        Arrays.stream(cells)
            .map(cell -> cell.replace("|", "\\|"))
            .collect(Collectors.joining(" | ", "| ", " |\n")));
  }

  static String code(String text) {
    return text.isEmpty() ? "" : '`' + text + '`';
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
