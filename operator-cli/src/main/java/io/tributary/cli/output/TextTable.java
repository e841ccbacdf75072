package io.tributary.cli.output;

import java.util.ArrayList;
import java.util.List;

/** Aligned columns of text. */
public final class TextTable {

  private static final int GAP = 2;

  private TextTable() {}

  public static List<String> lines(List<String> titles, List<List<String>> rows) {
    List<List<String>> all = new ArrayList<>();
    all.add(titles);
    rows.forEach(row -> all.add(row.stream().map(EscapingStream::line).toList()));
    int[] widths = new int[titles.size()];
    for (List<String> row : all) {
      for (int column = 0; column < widths.length; column++) {
        widths[column] = Math.max(widths[column], row.get(column).length());
      }
    }
    return all.stream().map(row -> aligned(row, widths)).toList();
  }

  private static String aligned(List<String> row, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < row.size(); column++) {
      String cell = row.get(column);
      line.append(cell).append(" ".repeat(widths[column] - cell.length() + GAP));
    }
    return line.toString().stripTrailing();
  }
}
