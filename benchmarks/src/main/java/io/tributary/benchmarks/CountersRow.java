package io.tributary.benchmarks;

import io.tributary.operations.requests.Call;
import io.tributary.operations.requests.Gateway;
import io.tributary.processors.ProcessorsPipeline;
import io.tributary.processors.fact.GenerationHandover;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.lifecycle.Lifecycle;
import io.tributary.runtime.metrics.Meters;
import io.tributary.schemas.key.inbox.InboxKey;
import io.tributary.sink.SinkPipeline;
import io.tributary.sink.metrics.SinkMeter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.function.LongFunction;

/**
 * Write units of counters: of processors and sink, and of one write for each counter of each event
 * as the documented schema has it.
 */
final class CountersRow {

  private static final RuntimeContext RUNTIME = RuntimeContext.system();
  private static final int POLLS = 600;
  private static final String TABLE = "inbox";
  private static final String DOCUMENTED = "documented-";
  private static final String PUBLISH =
      """
      {"audiences":{"kind":"users","uids":["%s"],"label":"one user"},\
      "taxonomy":{"category":"billing"},\
      "message":{"title":"Invoice ready","body":"Your invoice is available."}}""";
  private static final String UPDATE =
      """
      {"TableName":"documented-inbox","ReturnConsumedCapacity":"TOTAL",\
      "Key":{"pk":{"S":"%s"},"sk":{"S":"%s"}},"UpdateExpression":"ADD #a :v",\
      "ExpressionAttributeNames":{"#a":"%s"},"ExpressionAttributeValues":{":v":{"N":"1"}}}""";
  private static final String GET =
      """
      {"TableName":"%s","ConsistentRead":true,"Key":{"pk":{"S":"%s"},"sk":{"S":"%s"}}}""";

  private final Options options;
  private final Gateway gateway;
  private final BenchmarkTables dynamoDb;
  private final Meters meters;
  private final Map<String, String> token;

  /** Ids of messages by their users. */
  private final Map<String, String> messages = new ConcurrentHashMap<>();

  private CountersRow(Options options, Bed bed, Meters meters) throws Exception {
    this.options = options;
    this.meters = meters;
    this.gateway = Bed.gateway(bed.gateway());
    this.dynamoDb = bed.dynamoDb();
    this.token = Call.bearer(Bed.TOKEN);
  }

  static void measure(Options options) throws Exception {
    try (Bed bed = new Bed(options)) {
      bed.create("", Bed.tables());
      bed.create(DOCUMENTED, Bed.tables());
      Meters meters = new Meters();
      Lifecycle services =
          Lifecycle.of(
              List.of(
                  ProcessorsPipeline.of(
                      bed.settings(), GenerationHandover.FIRST, RUNTIME, new Meters()),
                  SinkPipeline.of(bed.settings(), RUNTIME, meters)));
      services.start();
      CountersRow row = new CountersRow(options, bed, meters);
      for (boolean hot : new boolean[] {true, false}) {
        row.compare(hot, false);
        row.compare(hot, true);
      }
      services.close(Deadline.after(Duration.ofSeconds(20), RUNTIME.ticker()));
    }
  }

  private void compare(boolean hot, boolean read) throws Exception {
    String name = (read ? "reads in " : "publishes to ") + (hot ? "one inbox" : "an inbox each");
    new Comparison("counters: " + name)
        .product("pipeline", () -> pipeline(hot, read))
        .limit("one write per event", () -> documented(hot, read))
        .runOnce();
  }

  /** User of a message: one of all hot messages, one of each cold message. */
  private static String user(boolean hot, long number) {
    return hot ? "hot" : "cold-" + number;
  }

  private static String name(boolean hot, long number) {
    return user(hot, number) + ' ' + number;
  }

  private Map<String, Double> pipeline(boolean hot, boolean read) throws Exception {
    double before = meters.counter(SinkMeter.WRITE_UNITS).count();
    long events =
        send(
            hot,
            number ->
                gateway
                    .send(read ? read(hot, number) : publish(hot, number))
                    .thenApply(reply -> accepted(hot, number, reply)));
    await(TABLE, hot, read, events);
    // messages have less than 1 KB: each takes one unit
    return figures(events, meters.counter(SinkMeter.WRITE_UNITS).count() - before - events);
  }

  private boolean accepted(boolean hot, long number, Gateway.Reply reply) {
    if (reply.json().has("id")) {
      messages.put(name(hot, number), reply.json().path("id").asText());
    }
    return reply.isAccepted();
  }

  private Call publish(boolean hot, long number) {
    String body = PUBLISH.formatted(user(hot, number));
    return new Call("POST", "/v1/inbox/bench/DEFAULT/messages", token, body);
  }

  private Call read(boolean hot, long number) {
    return new Call(
        "PUT",
        "/v1/inbox/bench/DEFAULT/users/" + user(hot, number) + "/reads",
        token,
        "{\"messages\":[\"" + messages.get(name(hot, number)) + "\"]}");
  }

  /** Each event adds 1 to each of its counters. */
  private Map<String, Double> documented(boolean hot, boolean read) throws Exception {
    DoubleAdder units = new DoubleAdder();
    long events =
        send(
            hot,
            number ->
                add(units, pk(hot, number), "c#*", read)
                    .thenCombine(
                        add(units, pk(hot, number), "c#billing", read), (all, category) -> true));
    await(DOCUMENTED + TABLE, hot, read, events);
    return figures(events, units.sum());
  }

  private CompletableFuture<Void> add(DoubleAdder units, String pk, String sk, boolean read) {
    return dynamoDb
        .send("UpdateItem", UPDATE.formatted(pk, sk, counted(read)))
        .thenAccept(
            reply -> units.add(reply.json().at("/ConsumedCapacity/CapacityUnits").asDouble()));
  }

  private static String pk(boolean hot, long number) {
    return new InboxKey("bench", user(hot, number), "DEFAULT").pk();
  }

  private static String counted(boolean read) {
    return read ? "read" : "published";
  }

  private long send(boolean hot, LongFunction<CompletableFuture<Boolean>> target) throws Exception {
    Duration time = options.time(30);
    int events = options.count(hot ? 10_000 : 1_000);
    return new Sender(target, options.connections())
        .run(events * 1e3 / time.toMillis(), time)
        .count();
  }

  /** Returns when every counter counts every event; fails when one counts more. */
  private void await(String table, boolean hot, boolean read, long events) throws Exception {
    for (long user = 0; user < (hot ? 1 : events); user++) {
      for (String counter : List.of("c#*", "c#billing")) {
        await(
            GET.formatted(table, pk(hot, user), counter),
            "/Item/" + counted(read) + "/N",
            hot ? events : 1);
      }
    }
  }

  private void await(String get, String counter, long events) throws Exception {
    long count = -1;
    for (int i = 0; i < POLLS && count < events; i++) {
      TimeUnit.MILLISECONDS.sleep(i > 0 ? 100 : 0);
      count = dynamoDb.require("GetItem", get).at(counter).asLong();
    }
    if (count != events) {
      throw new IllegalStateException(get + " counts " + count + " events of " + events);
    }
  }

  private static Map<String, Double> figures(long events, double units) {
    return Results.of("write units of counters/event", units / events);
  }
}
