package io.tributary.benchmarks.sink;

import io.tributary.embedded.child.Arguments;
import io.tributary.runtime.config.Settings;
import io.tributary.sink.settings.SinkSettings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * How much is measured. {@code --quick} and {@code --sweep} measure less of each.
 *
 * @param readings stored in a round
 * @param repeats how often a round against the stub sends them
 * @param rounds of each side, in turn
 * @param shapes each is measured
 * @param delayMillis until the stub answers
 * @param serial whether it answers one request after the other
 * @param settings of the sink, beside those that the benchmark sets
 */
record Options(
    int readings,
    int repeats,
    int rounds,
    List<Shape> shapes,
    long delayMillis,
    boolean serial,
    Map<String, String> settings) {

  private static final Set<String> VALUES =
      Set.of("readings", "rounds", "group", "writers", "stub-delay", "set");
  private static final Set<String> FLAGS = Set.of("quick", "sweep", "stub-serial");

  private static final List<Integer> SWEPT_GROUPS = List.of(1, 10, 25, 50);
  private static final List<Integer> SWEPT_WRITERS = List.of(4, 16);

  /** Reads {@code --name value}; {@code --set} takes {@code key=value} of the sink's settings. */
  static Options parse(String[] words) {
    Arguments arguments = Arguments.parse(words, VALUES, FLAGS);
    boolean sweep = arguments.has("sweep");
    boolean less = sweep || arguments.has("quick");
    Map<String, String> settings = new HashMap<>();
    for (String setting : arguments.all("set")) {
      String[] parts = setting.split("=", 2);
      settings.put(parts[0], parts[1]);
    }
    return new Options(
        number(arguments, "readings", less ? 5_000 : 20_000),
        5,
        number(arguments, "rounds", less ? 1 : 3),
        sweep ? swept() : List.of(shape(arguments)),
        number(arguments, "stub-delay", 0),
        arguments.has("stub-serial"),
        settings);
  }

  private static Shape shape(Arguments arguments) {
    Settings defaults = Settings.of(Map.of());
    return new Shape(
        number(arguments, "group", defaults.get(SinkSettings.TRANSACTION_WRITES)),
        number(arguments, "writers", defaults.get(SinkSettings.WRITERS)));
  }

  private static List<Shape> swept() {
    return SWEPT_WRITERS.stream()
        .flatMap(writers -> SWEPT_GROUPS.stream().map(group -> new Shape(group, writers)))
        .toList();
  }

  private static int number(Arguments arguments, String name, int byDefault) {
    return Stream.concat(Stream.of(byDefault), arguments.all(name).stream().map(Integer::valueOf))
        .reduce((first, last) -> last)
        .orElseThrow();
  }
}
