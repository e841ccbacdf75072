package io.tributary.traffic.check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Violations found so far, a line each. */
public final class Violations {

  private static final int SHOWN = 10;

  private final List<String> lines = new ArrayList<>();

  /** Adds a line. */
  public void add(String line) {
    lines.add(line);
  }

  /** All lines, in the order in which they were found. */
  public List<String> lines() {
    return List.copyOf(lines);
  }

  /** Adds a line for each key whose value is not the expected one; the first ten of each kind. */
  public <K, V> void compare(String what, Map<K, V> expected, Map<K, V> found) {
    compare(what, expected, Map.of(), found);
  }

  /**
   * The same where some need not be there.
   *
   * @param optional can be missing, and if found, must be so
   */
  public <K, V> void compare(String what, Map<K, V> expected, Map<K, V> optional, Map<K, V> found) {
    if (optional.isEmpty() && expected.equals(found)) {
      return;
    }
    Kind missing = new Kind(what + ": missing ");
    Kind extra = new Kind(what + ": extra ");
    Kind different = new Kind(what + ": ");
    expected.forEach(
        (key, value) -> {
          if (!found.containsKey(key)) {
            missing.add(key + " " + value);
          }
        });
    found.forEach(
        (key, value) -> {
          V must = expected.containsKey(key) ? expected.get(key) : optional.get(key);
          if (must == null) {
            extra.add(key + " " + value);
          } else if (!must.equals(value)) {
            different.add(key + difference(must, value));
          }
        });
    missing.end();
    extra.end();
    different.end();
  }

  /** Names the differing members of maps and the first differing elements of lists. */
  private static String difference(Object expected, Object found) {
    if (expected instanceof Map<?, ?> must && found instanceof Map<?, ?> is) {
      return ofMaps(new HashMap<>(must), new HashMap<>(is));
    }
    if (expected instanceof List<?> must && found instanceof List<?> is) {
      int same = 0;
      while (same < Math.min(must.size(), is.size()) && must.get(same).equals(is.get(same))) {
        same++;
      }
      return " of "
          + must.size()
          + " expected, "
          + is.size()
          + " found, from number "
          + (same + 1)
          + sides(elementOf(must, same), elementOf(is, same));
    }
    return sides(expected, found);
  }

  private static String ofMaps(Map<Object, Object> must, Map<Object, Object> is) {
    must.entrySet()
        .removeIf(
            member ->
                Objects.equals(member.getValue(), is.get(member.getKey()))
                    && is.remove(member.getKey(), member.getValue()));
    return sides(must, is);
  }

  private static Object elementOf(List<?> list, int index) {
    return index < list.size() ? list.get(index) : "nothing";
  }

  private static String sides(Object expected, Object found) {
    return " expected " + expected + " found " + found;
  }

  /** Lines of one kind of difference. */
  private final class Kind {

    private final String start;
    private int count;

    Kind(String start) {
      this.start = start;
    }

    void add(String finding) {
      if (count++ < SHOWN) {
        lines.add(start + finding);
      }
    }

    void end() {
      if (count > SHOWN) {
        lines.add(start + "and " + (count - SHOWN) + " more");
      }
    }
  }
}
