package io.tributary.benchmarks;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Rows of JMH, whose benchmarks run in JVMs of their own. */
final class JmhRows {

  private static final double NANOS = 1e9;

  private JmhRows() {}

  /** A typical reading in the format of the topics, beside the same reading as JSON. */
  static void format(Options options) throws Exception {
    Map<String, Double> nanos = run(FormatBenchmark.class, ".*", options, Map.of());
    FormatBenchmark sizes = new FormatBenchmark();
    new Comparison("format")
        .product("Avro", () -> formatFigures(nanos, "", sizes.framedBytes()))
        .limit("JSON", () -> formatFigures(nanos, "Json", sizes.jsonBytes()))
        .runOnce();
  }

  private static Map<String, Double> formatFigures(
      Map<String, Double> nanos, String side, int bytes) {
    return Results.of(
        "bytes", bytes,
        "encoding, ns", nanos.getOrDefault("encode" + side, Double.NaN),
        "decoding, ns", nanos.getOrDefault("decode" + side, Double.NaN));
  }

  /** The store of remembered ids, beside RocksDB and beside itself with few ids. */
  static void dedupe(Options options) throws Exception {
    int many = options.count(20_000_000);
    int few = many / 20;
    Map<String, Double> scores =
        run(
            DedupeBenchmark.class,
            "insert",
            options,
            Map.of("ids", List.of("" + few, "" + many), "store", List.of("digests", "rocksdb")));
    Map<String, List<String>> large =
        Map.of("ids", List.of("" + many), "store", List.of("digests"));
    Map<String, Double> sizes = run(DedupeBenchmark.class, "reopen|size", options, large);
    new Comparison("dedupe")
        .product("digests", () -> inserts(scores, few, many, "digests"))
        .limit("RocksDB", () -> inserts(scores, few, many, "rocksdb"))
        .runOnce();
    double all = Results.value(scores, "insert " + many + " digests") * many / NANOS;
    new Comparison("dedupe: " + many + " ids")
        .product(
            "opening",
            () ->
                Results.of(
                    "s", Results.value(sizes, "reopen " + many + " digests") / NANOS,
                    "bytes of heap for each id",
                        Results.value(sizes, "size " + many + " digests heapBytes"),
                    "bytes on disk for each id",
                        Results.value(sizes, "size " + many + " digests diskBytes")))
        .limit("inserting", () -> Results.of("s", all))
        .runOnce();
  }

  private static Map<String, Double> inserts(
      Map<String, Double> scores, int few, int many, String store) {
    return Results.of(
        "ns for each new id, with " + few, Results.value(scores, "insert " + few + ' ' + store),
        "with " + many, Results.value(scores, "insert " + many + ' ' + store));
  }

  /**
   * Scores, and other figures, by name of the method and values of its parameters.
   *
   * @param methods regular expression of their names
   */
  private static Map<String, Double> run(
      Class<?> benchmark, String methods, Options options, Map<String, List<String>> parameters)
      throws Exception {
    ChainedOptionsBuilder builder =
        new OptionsBuilder()
            .include(benchmark.getSimpleName() + "[.](" + methods + ")")
            .forks(1)
            .jvmArgsAppend("-Xmx2g")
            .verbosity(VerboseMode.SILENT)
            .warmupTime(TimeValue.seconds(1))
            .measurementTime(TimeValue.milliseconds(options.time(2).toMillis()));
    parameters.forEach((name, values) -> builder.param(name, values.toArray(String[]::new)));
    Map<String, Double> scores = new TreeMap<>();
    for (RunResult result : new Runner(builder.build()).run()) {
      String name = result.getPrimaryResult().getLabel();
      for (String parameter : new TreeSet<>(parameters.keySet())) {
        name += ' ' + result.getParams().getParam(parameter);
      }
      scores.put(name, result.getPrimaryResult().getScore());
      for (Result<?> more : result.getSecondaryResults().values()) {
        scores.put(name + ' ' + more.getLabel(), more.getScore());
      }
    }
    return scores;
  }
}
