package io.tributary.harness.process;

/** Counts what a test did, so that its last line can say so. */
public final class RunStatistics {

  private final Tally<RunStatistic> counts = new Tally<>(RunStatistic.class);

  /** Counts one more. */
  public void add(RunStatistic statistic) {
    counts.add(statistic);
  }

  /** Counts an answer by its status. */
  public void addAnswer(int status) {
    if (status >= 200 && status < 300) {
      add(RunStatistic.ANSWERS_2XX);
    } else if (status == 503) {
      add(RunStatistic.ANSWERS_503);
    } else if (status >= 500) {
      add(RunStatistic.OTHER_5XX);
    } else {
      add(RunStatistic.ANSWERS_4XX);
    }
  }

  /** Count so far. */
  public long of(RunStatistic statistic) {
    return counts.of(statistic);
  }

  /** Every count above zero, as {@code name=count}. */
  @Override
  public String toString() {
    return counts.toString();
  }
}
