package io.tributary.sink.replay;

import io.tributary.schemas.deadletter.Origin;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Bounds up to which records are written, and exceptions behind them. */
public final class ReplayBounds {

  /** No bounds. */
  public static final ReplayBounds ALL = new ReplayBounds(List.of(), false);

  private final Map<Partition, Long> putsEnd = new HashMap<>();
  private final boolean removals;

  /**
   * Bounds by the end of the puts in each partition; {@code removals} behind them are taken where
   * the live sink removes items that earlier records would put back.
   */
  public ReplayBounds(Collection<Origin> putsEnd, boolean removals) {
    putsEnd.forEach(place -> this.putsEnd.put(Partition.of(place), place.offset()));
    this.removals = removals;
  }

  private record Partition(String topic, int number) {
    static Partition of(Origin place) {
      return new Partition(place.topic(), place.partition());
    }
  }

  boolean puts(Origin place) {
    return place.offset() < putsEnd.getOrDefault(Partition.of(place), Long.MAX_VALUE);
  }

  boolean takes(Origin place) {
    return removals || puts(place);
  }
}
