package io.tributary.benchmarks;

import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.metrics.Meters;
import io.tributary.sink.replay.ReplayPipeline;
import io.tributary.sink.settings.SinkSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * The time from the due time of a request to the item, at a steady rate: beside replays with half
 * the write units that the bare client gets, and alone.
 */
final class LatencyRow {

  private static final double RATE = 50;
  private static final Duration STOP = Duration.ofSeconds(60);
  private static final String BARE = "bare-";
  private final Bed bed;
  private final Duration time;
  private final List<Backlog> backlogs;
  private final Map<String, Double> units = new HashMap<>();
  private final Sender devices;
  private int replays;

  private LatencyRow(Bed bed, Options options) throws Exception {
    this.bed = bed;
    this.time = options.time(20);
    int count = options.count(40_000);
    bed.create("", Bed.tables());
    backlogs = List.of(Backlog.messages(bed.kafka(), count), Backlog.readings(bed.kafka(), count));
    for (Backlog backlog : backlogs) {
      units.put(backlog.name(), bareUnits(backlog));
    }
    bed.services();
    for (Backlog backlog : backlogs) {
      backlog.append(bed.kafka(), 1);
      while (bed.items(backlog.tables().get(0)) < count) {
        TimeUnit.SECONDS.sleep(1);
      }
    }
    devices = bed.devices(bed.gateway(), ReadingRequests.SINGLE);
  }

  static void measure(Options options) throws Exception {
    try (Bed bed = new Bed(options)) {
      LatencyRow row = new LatencyRow(bed, options);
      Comparison comparison = new Comparison("latency");
      for (Backlog backlog : row.backlogs) {
        comparison.product("beside a replay of " + backlog.name(), () -> row.beside(backlog));
      }
      comparison.limit("alone", row::readings).run(options);
    }
  }

  /** Write units per second of the bare client. */
  private double bareUnits(Backlog backlog) throws Exception {
    bed.create(BARE, Bed.tables());
    Map<String, Double> figures =
        BareClient.store(
            bed.settings().with(Map.of(SinkSettings.TABLE_PREFIX.key(), BARE)), backlog, 1);
    return Results.value(figures, "records/s") * Results.value(figures, "write units/record");
  }

  /** Fails if the replay fills its new tables before the end. */
  private Map<String, Double> beside(Backlog backlog) throws Exception {
    String prefix = "replay" + ++replays + '-';
    bed.create(prefix, Bed.tables());
    ReplayPipeline replay =
        StoreRows.replay(
            bed.settings().with(Map.of(SinkSettings.TABLE_PREFIX.key(), prefix)),
            prefix,
            backlog,
            OptionalDouble.of(Results.value(units, backlog.name()) / 2),
            new Meters());
    replay.start();
    try {
      while (written(replay) == 0) {
        TimeUnit.MILLISECONDS.sleep(20);
      }
      Map<String, Double> figures = readings();
      if (written(replay) >= backlog.count()) {
        throw new IllegalStateException("all " + backlog.name() + " were stored before the end");
      }
      return figures;
    } finally {
      replay.close(Deadline.after(STOP, RuntimeContext.system().ticker()));
    }
  }

  private static long written(ReplayPipeline replay) {
    return replay.outcomes().values().stream().mapToLong(Long::longValue).sum();
  }

  private Map<String, Double> readings() throws Exception {
    Histogram latency = new ConcurrentHistogram(3);
    List<CompletableFuture<Void>> stored = Collections.synchronizedList(new ArrayList<>());
    devices.run(
        RATE,
        time,
        (number, due) ->
            stored.add(
                bed.dynamoDb()
                    .stored(ReadingRequests.SINGLE.key(number), Duration.ofMillis(10))
                    .thenRun(() -> latency.recordValue(System.nanoTime() - due))));
    CompletableFuture.allOf(stored.toArray(CompletableFuture<?>[]::new)).get(60, TimeUnit.SECONDS);
    return Results.of(latency);
  }
}
