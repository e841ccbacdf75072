package io.tributary.sink.replay;

import io.tributary.schemas.deadletter.Origin;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Up to where records are written, and what is still taken from behind it. */
public final class ReplayBounds {

  /** Everything is written. */
  public static final ReplayBounds ALL = new ReplayBounds(List.of(), false);

  private final Map<Partition, Long> putsEnd = new HashMap<>();
  private final boolean removals;

  /**
   * A reach.
   *
   * @param putsEnd the first place of each partition from which on nothing is put; partitions that
   *     are not named have none
   * @param removals true when removals are taken from behind there too: others remove meanwhile
   *     what earlier records would put back
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
