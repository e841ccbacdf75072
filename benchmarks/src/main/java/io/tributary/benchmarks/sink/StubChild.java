package io.tributary.benchmarks.sink;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.benchmarks.process.Child;
import io.tributary.embedded.child.ChildProcess;
import io.tributary.embedded.child.RunningServer;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.schemas.table.KeyAttribute;
import io.tributary.schemas.table.TableDefinition;
import io.tributary.schemas.topic.Family;
import io.tributary.sink.SinkPipeline;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The process of an endpoint that stores nothing: it says that the sink's tables are there, and
 * that every transaction has worked. Arguments: milliseconds until it says the latter, and whether
 * it answers one request after the other.
 */
public final class StubChild {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String TYPE = "application/x-amz-json-1.0";

  private final Vertx vertx;
  private final long delayMillis;
  private final boolean serial;
  private final Buffer stored;

  /** When a serial stub has answered all that it has been asked. */
  private long free = System.nanoTime();

  private StubChild(Vertx vertx, long delayMillis, boolean serial) {
    this.vertx = vertx;
    this.delayMillis = delayMillis;
    this.serial = serial;
    this.stored = stored();
  }

  /** Starts the process. */
  public static Child start(long delayMillis, boolean serial) throws IOException {
    return Child.java(
        List.of("-Xmx256m"),
        Ambient.jvmProperty("java.class.path", ""),
        List.of(StubChild.class.getName(), Long.toString(delayMillis), Boolean.toString(serial)));
  }

  /** Answers until standard input ends. */
  public static void main(String[] arguments) {
    long delayMillis = Long.parseLong(arguments[0]);
    boolean serial = Boolean.parseBoolean(arguments[1]);
    ChildProcess.run(child -> new StubChild(Vertx.vertx(), delayMillis, serial).start());
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
    request.response().putHeader("content-type", TYPE);
    String target = String.valueOf(request.getHeader("x-amz-target"));
    if (target.endsWith("DescribeTable")) {
      String name = body.toJsonObject().getString("TableName");
      request.response().end(table(name).toString());
    } else if (delayMillis > 0) {
      vertx.setTimer(millis(), timer -> request.response().end(stored));
    } else {
      request.response().end(stored);
    }
  }

  private synchronized long millis() {
    if (!serial) {
      return delayMillis;
    }
    long now = System.nanoTime();
    free = Math.max(now, free) + TimeUnit.MILLISECONDS.toNanos(delayMillis);
    return TimeUnit.NANOSECONDS.toMillis(free - now);
  }

  /** One unit for each table, so that clients have capacities to read. */
  private static Buffer stored() {
    ObjectNode answer = JSON.createObjectNode();
    ArrayNode capacity = answer.putArray("ConsumedCapacity");
    for (String table : List.of("processed_batches", "device_readings")) {
      capacity.addObject().put("TableName", table).put("CapacityUnits", 1.0);
    }
    return Buffer.buffer(answer.toString());
  }

  private static ObjectNode table(String name) {
    TableDefinition definition =
        SinkPipeline.tables(EnumSet.allOf(Family.class)).stream()
            .filter(each -> name.endsWith(each.name()))
            .findFirst()
            .orElseThrow();
    ObjectNode answer = JSON.createObjectNode();
    ObjectNode table = answer.putObject("Table").put("TableName", name);
    ArrayNode keys = table.putArray("KeySchema");
    ArrayNode types = table.putArray("AttributeDefinitions");
    for (KeyAttribute attribute : definition.key().attributes()) {
      String type = keys.isEmpty() ? "HASH" : "RANGE";
      keys.addObject().put("AttributeName", attribute.name()).put("KeyType", type);
      types
          .addObject()
          .put("AttributeName", attribute.name())
          .put("AttributeType", attribute.type() == KeyAttribute.Type.STRING ? "S" : "N");
    }
    return answer;
  }
}
