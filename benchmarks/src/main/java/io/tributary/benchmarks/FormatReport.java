package io.tributary.benchmarks;

import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** Runs {@link FormatBenchmark} and prints what one reading costs against JSON in the same run. */
public final class FormatReport {

  private FormatReport() {}

  /** Takes no arguments. */
  public static void main(String[] arguments) throws RunnerException {
    Options options =
        new OptionsBuilder()
            .include(FormatBenchmark.class.getSimpleName())
            .forks(1)
            .warmupIterations(3)
            .warmupTime(TimeValue.seconds(2))
            .measurementIterations(5)
            .measurementTime(TimeValue.seconds(2))
            .build();
    Collection<RunResult> results = new Runner(options).run();
    Map<String, Double> nanos =
        results.stream()
            .collect(
                Collectors.toMap(
                    result -> result.getPrimaryResult().getLabel(),
                    result -> result.getPrimaryResult().getScore()));
    FormatBenchmark sizes = new FormatBenchmark();
    ratio("encode", nanos, "encode", "encodeJson");
    ratio("decode", nanos, "decode", "decodeJson");
    System.out.printf(
        "size: %d bytes, JSON %d bytes, ratio %.2f%n",
        sizes.framedBytes(), sizes.jsonBytes(), (double) sizes.framedBytes() / sizes.jsonBytes());
  }

  private static void ratio(String what, Map<String, Double> nanos, String ours, String other) {
    double mine = nanos.getOrDefault(ours, Double.NaN);
    double yardstick = nanos.getOrDefault(other, Double.NaN);
    System.out.printf(
        "%s: %.0f ns, JSON %.0f ns, ratio %.2f%n", what, mine, yardstick, mine / yardstick);
  }
}
