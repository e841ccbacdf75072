package io.tributary.traffic;

import java.util.HashMap;
import java.util.Map;

/** Ids that have had their effect, each for 30 days of accepted_at. */
public final class SeenIds {

  /** Seconds for which an id is remembered. */
  public static final long SECONDS = 2_592_000;

  private final Map<Object, Long> ends = new HashMap<>();

  /**
   * True while the id is remembered.
   *
   * @param at accepted_at of the fact that asks, epoch milliseconds
   */
  public boolean has(Object id, long at) {
    Long end = ends.get(id);
    return end != null && end > Math.floorDiv(at, 1000L);
  }

  /** Remembers the id of a fact that was accepted then. */
  public void add(Object id, long at) {
    ends.put(id, Math.floorDiv(at, 1000L) + SECONDS);
  }
}
