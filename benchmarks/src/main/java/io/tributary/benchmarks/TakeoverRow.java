package io.tributary.benchmarks;

import io.tributary.operations.requests.Call;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.schemas.topic.DevicesTopics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * The longest waits after a {@code kill -9} of one of two instances, and while all restart in
 * order, at 500 events per second on three brokers: of records in any partition, of commands, and
 * of items.
 */
final class TakeoverRow {

  private static final double REQUESTS = 48;
  private static final double COMMANDS = 20;
  private static final int REQUESTS_PER_ITEM = 8;
  private static final int IDS = 1_000_000;
  private static final Duration WARM_UP = Duration.ofSeconds(10);

  /** Between two restarts, as the documents ask for. */
  private static final long SETTLE_SECONDS = 10;

  private static final int MOST_WAITING = 100_000;
  private static final Duration AGAIN = Duration.ofMillis(50);
  private static final Duration ITEM = Duration.ofMillis(250);
  private static final String SETTINGS = "{\"title\":\"Bench %d\",\"ttl\":\"30d\"}";

  private final Bed bed;
  private final Duration time;
  private final Map<String, Deque<Child>> instances = new ConcurrentHashMap<>();
  private final Sender readings = new Sender(this::reading, MOST_WAITING);
  private final Sender commands = new Sender(this::command, MOST_WAITING);
  private final int standbys;
  private int made;

  private TakeoverRow(Bed bed, Options options, int standbys) throws Exception {
    this.bed = bed;
    this.time = options.time(20);
    this.standbys = standbys;
    bed.writeApiKey();
    bed.create("", Bed.tables());
    for (String service :
        List.of("processors", "processors", "sink", "sink", "gateway", "gateway")) {
      start(service);
    }
    for (double part : new double[] {0.1, 0.3, 0.6, 1}) {
      warmUp(part);
    }
  }

  /** Sends a part of the load: code of new instances is compiled by and by. */
  private void warmUp(double part) throws Exception {
    CompletableFuture<Sender.Sent> sent = commands.start(part * COMMANDS, WARM_UP);
    readings.run(part * REQUESTS, WARM_UP);
    sent.get();
  }

  /** An event at the services, while a round measures. */
  private interface Disturbance {
    void run() throws Exception;
  }

  static void measure(Options options) throws Exception {
    try (Bed bed = new Bed(options, 3)) {
      TakeoverRow row = new TakeoverRow(bed, options, 1);
      new Comparison("takeover, a standby")
          .product("processors", () -> row.kill("processors"))
          .product("sink", () -> row.kill("sink"))
          .product("gateway", () -> row.kill("gateway"))
          .product("restarts", () -> row.restartAll())
          .limit("undisturbed", () -> row.measured(row.time, () -> {}))
          .run(options);
    }
    try (Bed bed = new Bed(options, 3)) {
      TakeoverRow row = new TakeoverRow(bed, options, 0);
      int ids = options.count(IDS);
      RememberedIds.until(RuntimeContext.system().nowMillis(), ids)
          .fill(
              bed.kafka(),
              bed.kafka().group("processors") + "-devices.readings-seen-changelog",
              ids);
      new Comparison("takeover, " + ids + " ids")
          .product("processors", () -> row.kill("processors"))
          .run(options);
    }
  }

  private Deque<Child> of(String service) {
    return instances.computeIfAbsent(service, any -> new ConcurrentLinkedDeque<>());
  }

  /** Starts an instance and waits until it is ready. */
  private void start(String service) throws Exception {
    List<String> more = new ArrayList<>();
    if (service.equals("gateway")) {
      more.addAll(List.of("--ops-listen", "127.0.0.1:0"));
    }
    if (service.equals("processors")) {
      more.addAll(List.of("--processors-standby-replicas", "" + standbys));
      more.addAll(List.of("--state-dir", bed.folder().resolve("state" + made++ % 2).toString()));
    }
    Child child = bed.service(service, more);
    of(service).add(child);
  }

  /** Kills the older instance; starts another one in its place after the round. */
  private Map<String, Double> kill(String service) throws Exception {
    Map<String, Double> figures = measured(time, () -> of(service).remove().kill());
    start(service);
    warmUp(1);
    return figures;
  }

  private Map<String, Double> restartAll() throws Exception {
    Map<String, Double> figures =
        measured(
            time.multipliedBy(9), // until the last has restarted
            () -> {
              for (String service : List.of("processors", "sink", "gateway")) {
                for (int i = 0; i < 2; i++) {
                  of(service).remove().close();
                  start(service);
                  TimeUnit.SECONDS.sleep(SETTLE_SECONDS);
                }
              }
            });
    warmUp(1);
    return figures;
  }

  /** The longest waits of a round. */
  private Map<String, Double> measured(Duration load, Disturbance disturbance) throws Exception {
    List<CompletableFuture<Void>> stored = Collections.synchronizedList(new ArrayList<>());
    Histogram items = new ConcurrentHistogram(3);
    CompletableFuture<Sender.Sent> commanded = commands.start(COMMANDS, load);
    CompletableFuture<Double> records = CompletableFuture.supplyAsync(() -> longestGap(load));
    CompletableFuture<Void> disturbed =
        CompletableFuture.runAsync(
            () -> {
              try {
                TimeUnit.SECONDS.sleep(3);
                disturbance.run();
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    readings.run(
        REQUESTS,
        load,
        (number, due) -> {
          if (number % REQUESTS_PER_ITEM == 0) {
            stored.add(
                bed.dynamoDb()
                    .stored(ReadingRequests.TEN.key(number), ITEM)
                    .thenRun(() -> items.recordValue(System.nanoTime() - due)));
          }
        });
    disturbed.get();
    Histogram answers = commanded.get().latency();
    CompletableFuture.allOf(stored.toArray(CompletableFuture<?>[]::new)).get(5, TimeUnit.MINUTES);
    return Results.of(
        "records s", records.get(),
        "commands s", answers.getMaxValue() / 1e9,
        "items s", items.getMaxValue() / 1e9);
  }

  private CompletableFuture<Boolean> reading(long number) {
    return accepted(ReadingRequests.TEN.call(number), number);
  }

  private CompletableFuture<Boolean> command(long number) {
    Map<String, String> token = Call.bearer(Bed.TOKEN);
    String path = "/v1/inbox/bench-" + number % 100 + "/settings";
    return accepted(new Call("PUT", path, token, SETTINGS.formatted(number)), number);
  }

  /** Asks the gateways in turn until one decides. */
  private CompletableFuture<Boolean> accepted(Call call, long turn) {
    List<Child> gateways = List.copyOf(of("gateway"));
    return Bed.gateway(gateways.get((int) (turn % gateways.size())))
        .send(call)
        .thenCompose(
            reply ->
                reply.mayChange()
                    ? BenchmarkTables.later(AGAIN, () -> accepted(call, turn + 1))
                    : CompletableFuture.completedFuture(reply.isAccepted()));
  }

  /** The longest time without a record, in seconds, of all partitions. */
  private double longestGap(Duration load) {
    String topic = bed.kafka().topics().of(DevicesTopics.READINGS);
    long longest = 0;
    try (Consumer<byte[], byte[]> consumer = bed.kafka().reader("gaps", Map.of())) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(each -> new TopicPartition(topic, each.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToEnd(partitions);
      Map<Integer, Long> last = new ConcurrentHashMap<>();
      for (long begin = System.nanoTime(); System.nanoTime() - begin < load.toNanos(); ) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(20))) {
          long now = System.nanoTime();
          Long before = last.put(record.partition(), now);
          longest = Math.max(longest, before == null ? 0 : now - before);
        }
      }
      for (long seen : last.values()) {
        longest = Math.max(longest, System.nanoTime() - seen);
      }
    }
    return longest / 1e9;
  }
}
