package io.tributary.benchmarks;

import io.tributary.embedded.child.ChildProcess;
import io.tributary.embedded.child.RunningServer;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import java.util.concurrent.TimeUnit;

/**
 * A server that answers at once: readings as a gateway does, requests of DynamoDB as if every one
 * had worked.
 */
final class Stub {

  private static final int LARGEST_SINGLE = 1024;
  private static final String SINGLE = ReadingRequests.SINGLE.answer();
  private static final String HUNDRED = ReadingRequests.HUNDRED.answer();

  private final Vertx vertx = Vertx.vertx();
  private final BenchmarkTables tables;
  private final long delayMillis;
  private final boolean serial;

  /** Capacities for clients to read. */
  private final Buffer stored =
      Buffer.buffer(
          """
          {"ConsumedCapacity":[{"TableName":"processed_batches","CapacityUnits":1.0},\
          {"TableName":"device_readings","CapacityUnits":1.0}]}""");

  /** Time at which a serial stub has answered all requests. */
  private long free = System.nanoTime();

  /**
   * A stub that is not started.
   *
   * @param tables endpoint that describes the tables
   * @param delayMillis before the answer to a write
   * @param serial true to answer one write after the other
   */
  private Stub(BenchmarkTables tables, long delayMillis, boolean serial) {
    this.tables = tables;
    this.delayMillis = delayMillis;
    this.serial = serial;
  }

  /** Serves until standard input ends. Arguments: those of the constructor. */
  public static void main(String[] arguments) {
    ChildProcess.run(
        child ->
            new Stub(
                    BenchmarkTables.at(arguments[0]),
                    Long.parseLong(arguments[1]),
                    Boolean.parseBoolean(arguments[2]))
                .start());
  }

  private RunningServer start() throws Exception {
    HttpServer server =
        vertx
            .createHttpServer()
            .requestHandler(request -> request.body().onSuccess(body -> answer(request, body)))
            .listen(0, "127.0.0.1")
            .toCompletionStage()
            .toCompletableFuture()
            .get(10, TimeUnit.SECONDS);
    return new RunningServer("stub=http://127.0.0.1:" + server.actualPort(), () -> vertx.close());
  }

  private void answer(HttpServerRequest request, Buffer body) {
    if (request.path().equals(ReadingRequests.PATH)) {
      request.response().end(body.length() < LARGEST_SINGLE ? SINGLE : HUNDRED);
      return;
    }
    request.response().putHeader("content-type", "application/x-amz-json-1.0");
    if (String.valueOf(request.getHeader("x-amz-target")).endsWith("DescribeTable")) {
      tables
          .send("DescribeTable", body.toString())
          .thenAccept(reply -> request.response().end(withoutStream(reply.body())));
    } else if (delayMillis > 0) {
      vertx.setTimer(millis(), timer -> request.response().end(stored));
    } else {
      request.response().end(stored);
    }
  }

  private static String withoutStream(String answer) {
    JsonObject described = new JsonObject(answer);
    described.getJsonObject("Table").remove("LatestStreamArn");
    described.getJsonObject("Table").remove("StreamSpecification");
    return described.encode();
  }

  private synchronized long millis() {
    if (!serial) {
      return delayMillis;
    }
    long now = System.nanoTime();
    free = Math.max(now, free) + TimeUnit.MILLISECONDS.toNanos(delayMillis);
    return TimeUnit.NANOSECONDS.toMillis(free - now);
  }
}
