package io.tributary.benchmarks.sink;

import io.tributary.benchmarks.process.Machine;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/**
 * How fast records were stored, from the first tenth of them to the last twentieth: what starts and
 * what comes to its end is left out.
 *
 * @param perSecond records
 * @param cpu microseconds of processor time for each record, by process
 */
public record Speed(double perSecond, List<Double> cpu) {

  private static final double FROM = 0.10;
  private static final double TO = 0.95;
  private static final long LOOK_EVERY_MILLIS = 2;
  private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(5);

  /** How it stood at a moment. */
  private record Mark(long stored, long nanos, List<Long> cpu) {

    static Mark now(LongSupplier stored, List<ProcessHandle> processes) {
      return new Mark(
          stored.getAsLong(), System.nanoTime(), processes.stream().map(Machine::cpu).toList());
    }
  }

  /**
   * Looks on until all are stored.
   *
   * @param stored how many are, until now
   */
  static Speed watch(LongSupplier stored, long all, List<ProcessHandle> processes)
      throws InterruptedException, TimeoutException {
    await(stored, (long) (all * FROM));
    Mark from = Mark.now(stored, processes);
    await(stored, (long) (all * TO));
    Mark to = Mark.now(stored, processes);
    await(stored, all);
    double records = to.stored() - from.stored();
    List<Double> cpu =
        IntStream.range(0, processes.size())
            .mapToObj(i -> (to.cpu().get(i) - from.cpu().get(i)) / 1e3 / records)
            .toList();
    return new Speed(records * 1e9 / (to.nanos() - from.nanos()), cpu);
  }

  private static void await(LongSupplier stored, long least)
      throws InterruptedException, TimeoutException {
    long begin = System.nanoTime();
    while (stored.getAsLong() < least) {
      if (System.nanoTime() - begin > PATIENCE_NANOS) {
        throw new TimeoutException(stored.getAsLong() + " of " + least + " records are stored");
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MILLIS);
    }
  }
}
