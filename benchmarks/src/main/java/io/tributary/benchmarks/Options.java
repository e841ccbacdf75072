package io.tributary.benchmarks;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of every row. */
final class Options {

  @Option(names = "--rounds", paramLabel = "N", description = "Rounds of each side, in turn.")
  private int rounds = 3;

  @Option(names = "--seconds", paramLabel = "N", description = "Length of a round with a rate.")
  private int seconds;

  @Option(
      names = "--count",
      paramLabel = "N",
      description = "Records, events or ids of a round without a rate.")
  private int count;

  @Option(names = "--connections", paramLabel = "N", description = "Connections to a gateway.")
  private int connections = 64;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "A setting of the measured services.")
  private Map<String, String> settings = Map.of();

  @Option(
      names = "--other",
      paramLabel = "FOLDER",
      description = "Another built tree, whose gateway is measured beside.")
  private @Nullable Path other;

  int rounds() {
    return rounds;
  }

  /** Length of a round, for a row with that default. */
  Duration time(int defaultSeconds) {
    return Duration.ofSeconds(seconds > 0 ? seconds : defaultSeconds);
  }

  /** Count of a round, for a row with that default. */
  int count(int byDefault) {
    return count > 0 ? count : byDefault;
  }

  int connections() {
    return connections;
  }

  Map<String, String> settings() {
    return settings;
  }

  Optional<Path> other() {
    return Optional.ofNullable(other);
  }
}
