package io.tributary.operations.status;

import java.util.Map;
import java.util.TreeMap;

/**
 * Open dead letters.
 *
 * @param families by name
 * @param routine counts of codes that strangers cause while all is well
 * @param unclaimed counts of events by channel that no tenant claims, as {@code type/id}
 * @param all false if not all are counted yet
 */
public record OpenLetters(
    Map<String, Letters> families,
    Map<String, Long> routine,
    Map<String, Long> unclaimed,
    boolean all) {

  public OpenLetters {
    families = new TreeMap<>(families);
    routine = new TreeMap<>(routine);
    unclaimed = new TreeMap<>(unclaimed);
  }

  /**
   * Open dead letters of a family.
   *
   * @param codes count by code
   * @param since time of the oldest by the broker, in epoch milliseconds
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
