package io.tributary.harness.process;

/** Counts what a test did, so that its last line can say so. */
public final class Deeds {

  private final Tally<Deed> counts = new Tally<>(Deed.class);

  /** Counts one more. */
  public void add(Deed deed) {
    counts.add(deed);
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
    return counts.of(deed);
  }

  /** Every deed done at least once, as {@code name=count}. */
  @Override
  public String toString() {
    return counts.toString();
  }
}
