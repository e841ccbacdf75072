package io.tributary.runtime.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Suggests words. */
public final class Spelling {

  /** Longer than every word that is suggested; a comparison takes time. */
  private static final int LONGEST = 64;

  private Spelling() {}

  /** The candidate with the fewest single-character edits, unless those are many. */
  public static Optional<String> nearest(String word, Collection<String> candidates) {
    if (word.length() > LONGEST) {
      return Optional.empty();
    }
    int most = 1 + word.length() / 4;
    return candidates.stream()
        .filter(candidate -> edits(word, candidate) <= most)
        .min(
            Comparator.<String>comparingInt(candidate -> edits(word, candidate))
                .thenComparing(Comparator.naturalOrder()));
  }

  private static int edits(String from, String to) {
    int[] previous = new int[to.length() + 1];
    for (int j = 0; j <= to.length(); j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int[] row = new int[to.length() + 1];
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int substitution = previous[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(substitution, Math.min(previous[j], row[j - 1]) + 1);
      }
      previous = row;
    }
    return previous[to.length()];
  }
}
