package io.tributary.benchmarks;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Measures rows of the table in README.md. */
@Command(
    name = "benchmarks/run",
    mixinStandardHelpOptions = true,
    description = "Measures the named rows, all without a name, and prints a table.",
    footer = "%nRows are those of benchmarks/README.md. A ratio is that of medians of one run.")
public final class Benchmarks implements Callable<Integer> {

  @Parameters(paramLabel = "row", description = "Any of ${COMPLETION-CANDIDATES}.")
  private List<Rows> rows = List.of(Rows.values());

  @Mixin private Options options = new Options();

  private Benchmarks() {}

  /** Runs in the project's folder. */
  public static void main(String[] arguments) {
    System.exit(
        new CommandLine(new Benchmarks())
            .setCaseInsensitiveEnumValuesAllowed(true)
            .execute(arguments));
  }

  @Override
  public Integer call() throws Exception {
    System.out.printf(
        "%d cores, JDK %s, load average %.1f%n",
        Runtime.getRuntime().availableProcessors(), Runtime.version(), load());
    System.out.println();
    Comparison.printHead();
    for (Rows row : rows) {
      row.measure(options);
    }
    System.out.println();
    System.out.println("load average after: " + load());
    return 0;
  }

  private static double load() {
    return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
  }
}
