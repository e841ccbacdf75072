package io.tributary.benchmarks;

import io.tributary.operations.requests.Call;
import io.tributary.operations.requests.Gateway;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Processor time of the console at a steady rate of readings, with a page that asks every second,
 * beside a consumer that only reads the topics.
 */
final class ConsoleRow {

  private static final double RATE = 1000;

  private final Duration time;
  private final Sender devices;

  private ConsoleRow(Duration time, Sender devices) {
    this.time = time;
    this.devices = devices;
  }

  static void measure(Options options) throws Exception {
    try (Bed bed = new Bed(options)) {
      bed.create("", Bed.tables());
      bed.services();
      Child gateway = bed.gateway();
      Child reader = bed.reader();
      Child console = bed.console();
      ConsoleRow row =
          new ConsoleRow(options.time(15), bed.devices(gateway, ReadingRequests.SINGLE));
      Gateway pages = Bed.gateway(console);
      new Comparison("console")
          .product("events", () -> row.share(console, pages, "api/events"))
          .product("overview", () -> row.share(console, pages, "api/overview"))
          .product("no page", () -> row.share(console, pages, ""))
          .limit("reader", () -> row.share(reader, pages, ""))
          .run(options);
    }
  }

  /** The process's share of a core, while the page asks; no page for an empty path. */
  private Map<String, Double> share(Child process, Gateway pages, String path) throws Exception {
    CompletableFuture<?> sending = devices.start(RATE, time);
    long begin = System.nanoTime();
    double cpu = Child.cpuMicros(process.handle());
    while (!sending.isDone()) {
      if (!path.isEmpty()) {
        pages.require(new Call("GET", path, Map.of(), ""));
      }
      TimeUnit.SECONDS.sleep(1);
    }
    sending.join();
    double nanos = System.nanoTime() - begin;
    return Results.of("% of a core", 1e5 * (Child.cpuMicros(process.handle()) - cpu) / nanos);
  }
}
