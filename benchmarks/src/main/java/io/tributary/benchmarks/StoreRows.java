package io.tributary.benchmarks;

import io.tributary.runtime.config.Settings;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.metrics.Meters;
import io.tributary.schemas.table.TableDefinition;
import io.tributary.sink.SinkPipeline;
import io.tributary.sink.metrics.SinkMeter;
import io.tributary.sink.replay.ReplayBounds;
import io.tributary.sink.replay.ReplayPipeline;
import io.tributary.sink.replay.ReplayRequest;
import io.tributary.sink.settings.SinkSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.DoubleSupplier;
import java.util.function.Function;

/** Records that sink and replay store, beside the bare client with the same requests. */
final class StoreRows {

  private static final RuntimeContext RUNTIME = RuntimeContext.system();
  private static final Duration STOP = Duration.ofSeconds(60);
  private static final int COUNT = 20_000;

  private final Options options;
  private final Bed bed;
  private int rounds;

  private StoreRows(Options options, Bed bed) {
    this.options = options;
    this.bed = bed;
  }

  static void sink(Options options) throws Exception {
    try (Bed bed = new Bed(options)) {
      StoreRows rows = new StoreRows(options, bed);
      Backlog readings = Backlog.readings(bed.kafka(), options.count(COUNT));
      rows.compare("sink", readings, own -> rows.sink(own, readings, 1));
    }
  }

  static void replay(Options options) throws Exception {
    int count = options.count(COUNT);
    try (Bed bed = new Bed(options)) {
      StoreRows rows = new StoreRows(options, bed);
      for (Backlog backlog :
          List.of(Backlog.messages(bed.kafka(), count), Backlog.readings(bed.kafka(), count))) {
        backlog.append(bed.kafka(), 1);
        rows.compare("replay of " + backlog.name(), backlog, own -> replay(own, backlog));
      }
    }
  }

  static void stub(Options options) throws Exception {
    stub(options, "stub", 0, false, COUNT, 5);
  }

  static void delayed(Options options) throws Exception {
    stub(options, "delayed", 250, false, COUNT, 1);
  }

  static void serial(Options options) throws Exception {
    stub(options, "serial", 400, true, COUNT / 200, 1);
  }

  private static void stub(
      Options options, String row, long delayMillis, boolean serial, int count, int repeats)
      throws Exception {
    try (Bed bed = new Bed(options)) {
      bed.create("", Bed.tables());
      String stub = bed.stub(delayMillis, serial).endpoint();
      Backlog readings = Backlog.readings(bed.kafka(), options.count(count));
      Settings own = bed.settings().with(Map.of(SinkSettings.DYNAMODB_ENDPOINT.key(), stub));
      new Comparison(row)
          .product("sink", () -> new StoreRows(options, bed).sink(own, readings, repeats))
          .limit("bare client", () -> BareClient.store(own, readings, repeats))
          .run(options);
    }
  }

  private interface Store {
    Map<String, Double> run(Settings own) throws Exception;
  }

  private void compare(String row, Backlog backlog, Store product) throws Exception {
    new Comparison(row)
        .product(row.replaceFirst(" .*", ""), () -> inTables(backlog, product))
        .limit("bare client", () -> inTables(backlog, own -> BareClient.store(own, backlog, 1)))
        .run(options);
  }

  /** Fails unless each new table of the backlog has an item for each record in the end. */
  private Map<String, Double> inTables(Backlog backlog, Store store) throws Exception {
    String prefix = "round" + ++rounds + "-";
    bed.create(prefix, Bed.tables());
    Map<String, Double> figures =
        store.run(bed.settings().with(Map.of(SinkSettings.TABLE_PREFIX.key(), prefix)));
    for (String table : backlog.tables()) {
      long stored = bed.items(prefix + table);
      if (stored != backlog.count()) {
        throw new IllegalStateException(table + " has " + stored + " items");
      }
    }
    bed.drop(prefix, Bed.tables().stream().map(TableDefinition::name).toList());
    return figures;
  }

  /** The sink as it runs in the service, started behind records that wait in the topic. */
  private Map<String, Double> sink(Settings own, Backlog readings, int repeats) throws Exception {
    readings.append(bed.kafka(), repeats);
    return store(
        meters -> SinkPipeline.of(own, RUNTIME, meters), (long) readings.count() * repeats);
  }

  private static Map<String, Double> replay(Settings own, Backlog backlog) throws Exception {
    String name = own.get(SinkSettings.TABLE_PREFIX) + backlog.name();
    return store(
        meters -> replay(own, name, backlog, OptionalDouble.empty(), meters), backlog.count());
  }

  /** The pipeline of {@code replay run}, under a name that has never been. */
  static ReplayPipeline replay(
      Settings settings, String name, Backlog backlog, OptionalDouble limit, Meters meters) {
    Set<String> tables = Set.copyOf(backlog.tables());
    ReplayRequest request =
        new ReplayRequest(
            name, tables, SinkSettings.tablePrefix(settings), "", ReplayBounds.ALL, limit);
    return new ReplayPipeline(settings, RUNTIME, meters, request);
  }

  /** Runs a pipeline until so many records have been stored. */
  private static Map<String, Double> store(Function<Meters, Component> pipeline, long count)
      throws Exception {
    Meters meters = new Meters();
    Component running = pipeline.apply(meters);
    DoubleSupplier stored = meters.counter(SinkMeter.OUTCOMES, "stored")::count;
    Map<String, Double> figures;
    try {
      running.start();
      figures = watch(stored, count);
    } finally {
      running.close(Deadline.after(STOP, RUNTIME.ticker()));
    }
    double requests =
        meters.counter(SinkMeter.REQUESTS, "TransactWriteItems").count()
            + meters.counter(SinkMeter.REQUESTS, "PutItem").count();
    double units = meters.counter(SinkMeter.WRITE_UNITS).count();
    return withRequests(figures, requests / stored.getAsDouble(), units / stored.getAsDouble());
  }

  /** From the first tenth of the records to the last twentieth, without start and end. */
  static Map<String, Double> watch(DoubleSupplier stored, long count) throws Exception {
    await(stored, count * 0.10);
    double from = stored.getAsDouble();
    long begun = System.nanoTime();
    double cpu = Child.cpuMicros(ProcessHandle.current());
    await(stored, count * 0.95);
    double records = stored.getAsDouble() - from;
    double seconds = (System.nanoTime() - begun) / 1e9;
    double micros = Child.cpuMicros(ProcessHandle.current()) - cpu;
    await(stored, count);
    return Results.of("records/s", records / seconds, "CPU us/record", micros / records);
  }

  private static void await(DoubleSupplier stored, double least) throws Exception {
    Deadline deadline = Deadline.after(Duration.ofMinutes(5), RUNTIME.ticker());
    while (stored.getAsDouble() < least) {
      if (deadline.passed()) {
        throw new TimeoutException(stored.getAsDouble() + " of " + least + " records are stored");
      }
      TimeUnit.MILLISECONDS.sleep(2);
    }
  }

  /** Figures with requests and write units, which are given for each record. */
  static Map<String, Double> withRequests(
      Map<String, Double> figures, double requests, double units) {
    figures.put("requests/s", Results.value(figures, "records/s") * requests);
    figures.put("write units/record", units);
    return figures;
  }
}
