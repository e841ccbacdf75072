package io.tributary.operations.status;

import java.util.Map;
import java.util.TreeMap;

/**
 * Dead letters that nobody has dealt with.
 *
 * @param families those of each family that has some, by its name
 * @param routine how many there are besides of each code that strangers bring about while all is
 *     well
 * @param all false while there may be more than have been counted
 */
public record OpenLetters(Map<String, Letters> families, Map<String, Long> routine, boolean all) {

  public OpenLetters {
    families = new TreeMap<>(families);
    routine = new TreeMap<>(routine);
  }

  /**
   * Those of a family.
   *
   * @param codes how many of each code
   * @param since when the broker took the oldest of them, in epoch milliseconds
   */
  public record Letters(Map<String, Long> codes, long since) {

    public Letters {
      codes = new TreeMap<>(codes);
    }

    public long count() {
      return codes.values().stream().mapToLong(Long::longValue).sum();
    }
  }

  public long count() {
    return families.values().stream().mapToLong(Letters::count).sum();
  }
}
