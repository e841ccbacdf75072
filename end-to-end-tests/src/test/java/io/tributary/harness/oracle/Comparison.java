package io.tributary.harness.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * How what is there differs from what must be there. Each finding is one line.
 *
 * @param missing must be there, is not
 * @param extra is there, must not be
 * @param different is there, but not as it must be
 */
public record Comparison(List<String> missing, List<String> extra, List<String> different) {

  private static final int SHOWN = 10;

  /**
   * Compares values by key.
   *
   * @param must has to be there
   * @param may can be there, and if it is, has to be so
   * @param actual is there
   */
  public static <K, V> Comparison of(Map<K, V> must, Map<K, V> may, Map<K, V> actual) {
    List<String> missing = new ArrayList<>();
    List<String> extra = new ArrayList<>();
    List<String> different = new ArrayList<>();
    must.forEach(
        (key, value) -> {
          if (!actual.containsKey(key)) {
            missing.add(key + " " + value);
          }
        });
    actual.forEach(
        (key, value) -> {
          V expected = must.containsKey(key) ? must.get(key) : may.get(key);
          if (expected == null) {
            extra.add(key + " " + value);
          } else if (!expected.equals(value)) {
            different.add(key + "\n  expected " + expected + "\n  found    " + value);
          }
        });
    return new Comparison(missing, extra, different);
  }

  /** Fails, with the first findings of each kind, when there is any difference. */
  public void requireNone(String what) {
    if (missing.isEmpty() && extra.isEmpty() && different.isEmpty()) {
      return;
    }
    throw new AssertionError(
        what
            + section("missing", missing)
            + section("extra", extra)
            + section("different", different));
  }

  private static String section(String kind, List<String> findings) {
    return findings.isEmpty()
        ? ""
        : "\n"
            + kind
            + " "
            + findings.size()
            + ":\n"
            + String.join("\n", findings.subList(0, Math.min(SHOWN, findings.size())));
  }
}
