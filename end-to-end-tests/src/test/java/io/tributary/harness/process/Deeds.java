package io.tributary.harness.process;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/** Counts what a test did, so that its last line can say so. */
public final class Deeds {

  private final Map<Deed, LongAdder> counts = new EnumMap<>(Deed.class);

  public Deeds() {
    Arrays.stream(Deed.values()).forEach(deed -> counts.put(deed, new LongAdder()));
  }

  /** Counts one more. */
  public void add(Deed deed) {
    adder(deed).increment();
  }

  /** Counts an answer by its status. */
  public void addAnswer(int status) {
    if (status >= 200 && status < 300) {
      add(Deed.ANSWERS_2XX);
    } else if (status == 503) {
      add(Deed.ANSWERS_503);
    } else if (status >= 500) {
      add(Deed.OTHER_5XX);
    } else {
      add(Deed.ANSWERS_4XX);
    }
  }

  /** How many so far. */
  public long of(Deed deed) {
    return adder(deed).sum();
  }

  /** Every deed done at least once, as {@code name=count}. */
  @Override
  public String toString() {
    return Arrays.stream(Deed.values())
        .filter(deed -> of(deed) > 0)
        .map(deed -> deed.label() + "=" + of(deed))
        .collect(Collectors.joining(" "));
  }

  private LongAdder adder(Deed deed) {
    return Objects.requireNonNull(counts.get(deed));
  }
}
