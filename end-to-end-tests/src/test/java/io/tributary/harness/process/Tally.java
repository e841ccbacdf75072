package io.tributary.harness.process;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/** How often each of some kinds of things has happened. */
public final class Tally<K extends Enum<K>> {

  private final K[] kinds;
  private final Map<K, LongAdder> counts;

  /** Nothing has happened yet. */
  public Tally(Class<K> type) {
    kinds = type.getEnumConstants();
    counts = new EnumMap<>(type);
    Arrays.stream(kinds).forEach(kind -> counts.put(kind, new LongAdder()));
  }

  /** Counts one more. */
  public void add(K kind) {
    adder(kind).increment();
  }

  /** How many so far. */
  public long of(K kind) {
    return adder(kind).sum();
  }

  /** What happened at least once, as {@code name=count}. */
  @Override
  public String toString() {
    return Arrays.stream(kinds)
        .filter(kind -> of(kind) > 0)
        .map(kind -> kind.name().toLowerCase(Locale.ROOT).replace('_', '-') + "=" + of(kind))
        .collect(Collectors.joining(" "));
  }

  private LongAdder adder(K kind) {
    return Objects.requireNonNull(counts.get(kind));
  }
}
