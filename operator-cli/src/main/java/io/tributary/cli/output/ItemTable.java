package io.tributary.cli.output;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Items of a DynamoDB table as a table of a terminal's width. */
public final class ItemTable {

  private static final int WIDTH = 120;
  private static final int LONGEST = 28;
  private static final int END = 9;
  private static final int GAP = 2;

  private ItemTable() {}

  /**
   * Lines with a title, and with as many attributes as have room; the others are named.
   *
   * @param key attributes that come first
   */
  public static List<String> lines(String table, List<String> key, List<ObjectNode> items) {
    Set<String> attributes = new LinkedHashSet<>(key);
    for (boolean nested : new boolean[] {false, true}) {
      items.forEach(
          item ->
              item.properties().stream()
                  .filter(each -> each.getValue().isContainerNode() == nested)
                  .forEach(each -> attributes.add(each.getKey())));
    }
    List<List<String>> columns = new ArrayList<>();
    List<String> others = new ArrayList<>();
    int left = WIDTH;
    for (String attribute : attributes) {
      List<String> column = new ArrayList<>(List.of(attribute.toUpperCase(Locale.ROOT)));
      items.forEach(item -> column.add(cell(item.path(attribute))));
      int width = column.stream().mapToInt(String::length).max().orElse(0) + GAP;
      if (width <= left || key.contains(attribute)) {
        columns.add(column);
        left -= width;
      } else {
        others.add(attribute);
      }
    }
    List<String> lines = new ArrayList<>();
    lines.add(table + ": " + items.size() + (items.size() == 1 ? " item" : " items"));
    if (!items.isEmpty()) {
      lines.addAll(Column.aligned(columns));
    }
    if (!others.isEmpty()) {
      lines.add(cut("and " + String.join(", ", others)));
    }
    return lines;
  }

  private static String cut(String line) {
    return line.length() <= WIDTH ? line : line.substring(0, WIDTH - 1) + '…';
  }

  private static String cell(JsonNode value) {
    if (value.isMissingNode()) {
      return "-";
    }
    String text = EscapingStream.line(value.isTextual() ? value.asText() : value.toString());
    return text.length() <= LONGEST
        ? text
        : text.substring(0, LONGEST - END - 1) + '…' + text.substring(text.length() - END);
  }
}
