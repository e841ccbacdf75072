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
  private static final int MOST_ITEMS = 5;
  private static final int LONGEST = 32;
  private static final int END = 9;
  private static final int GAP = 2;

  private ItemTable() {}

  /**
   * Lines with a title, the first items, and as many attributes as have room; the others are named.
   *
   * @param key attributes that come first; then those that people read, such as texts and values
   */
  public static List<String> lines(String title, List<String> key, List<ObjectNode> all) {
    List<ObjectNode> items = all.subList(0, Math.min(MOST_ITEMS, all.size()));
    Set<String> attributes = new LinkedHashSet<>(key);
    for (boolean telling : new boolean[] {true, false}) {
      items.forEach(
          item ->
              item.properties().stream()
                  .filter(each -> isTelling(each.getValue()) == telling)
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
    List<String> lines = new ArrayList<>(List.of(title));
    if (!items.isEmpty()) {
      lines.addAll(Column.aligned(columns));
    }
    if (items.size() < all.size()) {
      lines.add("and " + (all.size() - items.size()) + " more items");
    }
    if (!others.isEmpty()) {
      lines.add(cut("with " + String.join(", ", others)));
    }
    return lines;
  }

  /** True of words, lists and objects, false of ids, hashes and numbers. */
  private static boolean isTelling(JsonNode value) {
    return value.isContainerNode()
        ? !value.isEmpty()
        : value.isTextual() && value.asText().contains(" ");
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
