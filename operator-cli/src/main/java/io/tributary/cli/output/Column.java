package io.tributary.cli.output;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Column of a table, for people and for programs.
 *
 * @param member of the JSON object of a row
 * @param title in the text
 * @param value in JSON: a text, number, boolean, list, map or null
 * @param text of the cell; null to leave the column out of the text
 */
public record Column<T>(
    String member,
    String title,
    Function<T, ? extends @Nullable Object> value,
    @Nullable Function<T, String> text) {

  private static final int GAP = 2;

  /** A column whose cells are its values. */
  public static <T> Column<T> of(String member, Function<T, ? extends @Nullable Object> value) {
    return of(member, value, row -> cell(value.apply(row)));
  }

  /** The same with another text. */
  public static <T> Column<T> of(
      String member, Function<T, ? extends @Nullable Object> value, Function<T, String> text) {
    return new Column<>(member, member.replace('_', ' '), value, text);
  }

  /** A column of JSON alone. */
  public static <T> Column<T> json(String member, Function<T, ? extends @Nullable Object> value) {
    return new Column<>(member, "", value, null);
  }

  /** The column with another title. */
  public Column<T> titled(String other) {
    return new Column<>(member, other, value, text);
  }

  /** JSON object of a row. */
  public static <T> Map<String, @Nullable Object> members(List<Column<T>> columns, T row) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    columns.forEach(column -> members.put(column.member(), column.value().apply(row)));
    return members;
  }

  /** Aligned lines of text with a line of titles. */
  public static <T> List<String> lines(List<Column<T>> columns, List<T> rows) {
    List<List<String>> cells = new ArrayList<>();
    for (Column<T> column : columns) {
      Function<T, String> text = column.text();
      if (text != null) {
        List<String> down = new ArrayList<>();
        down.add(column.title().toUpperCase(Locale.ROOT));
        rows.forEach(row -> down.add(EscapingStream.line(text.apply(row))));
        cells.add(down);
      }
    }
    return aligned(cells);
  }

  /** Lines of columns of cells. */
  public static List<String> aligned(List<List<String>> columns) {
    List<StringBuilder> lines = new ArrayList<>();
    columns.get(0).forEach(cell -> lines.add(new StringBuilder()));
    for (List<String> column : columns) {
      int width = column.stream().mapToInt(String::length).max().orElse(0) + GAP;
      for (int i = 0; i < lines.size(); i++) {
        String cell = column.get(i);
        lines.get(i).append(cell).append(" ".repeat(width - cell.length()));
      }
    }
    return lines.stream().map(line -> line.toString().stripTrailing()).toList();
  }

  private static String cell(@Nullable Object value) {
    if (value instanceof Boolean yes) {
      return yes ? "yes" : "no";
    }
    return value == null ? "-" : value.toString();
  }
}
