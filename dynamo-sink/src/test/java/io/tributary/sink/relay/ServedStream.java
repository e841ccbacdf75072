package io.tributary.sink.relay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A table's stream with shards as a test wants them, by the protocol of DynamoDB Streams. */
final class ServedStream implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();

  static {
    // else each answer waits for the acknowledgement of its headers
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  private final HttpServer server;
  private final Map<String, ServedShard> shards = new LinkedHashMap<>();
  private final Map<String, Refusal> refusals = new HashMap<>();
  final List<String> calls = new CopyOnWriteArrayList<>();
  private @Nullable String arn = "arn:aws:dynamodb:us-east-1:1:table/inbox/stream/1";
  String status = "ENABLED";
  int shardsPerPage = 100;
  int recordsPerPage = 1000;
  int emptyPages;
  private int iterators;
  private int oldestIterator;
  private long sequence = 100;
  private int events;

  /** A shard; records are JSON. */
  private static final class ServedShard {
    final @Nullable String parent;
    final List<String> records = new ArrayList<>();
    final List<String> numbers = new ArrayList<>();
    boolean closed;
    boolean listed = true;
    boolean gone;
    int trimmed;

    ServedShard(@Nullable String parent) {
      this.parent = parent;
    }
  }

  private record Refusal(int status, String code, int times) {}

  private static final class RefusedException extends Exception {
    final int status;

    RefusedException(int status, String code) {
      super(code);
      this.status = status;
    }
  }

  ServedStream() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::serve);
    server.start();
  }

  String endpoint() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Another stream without shards, or none. */
  synchronized void replace(@Nullable String other) {
    arn = other;
    shards.clear();
  }

  synchronized void shard(String id, @Nullable String parent) {
    shards.put(id, new ServedShard(parent));
  }

  synchronized void expired(String shard, String pk, String sk, long atSeconds) {
    add(shard, "REMOVE", pk, sk, atSeconds, "Service/dynamodb.amazonaws.com");
  }

  /**
   * Adds a record.
   *
   * @param by type and principal of the identity, if the record has one
   */
  synchronized void add(
      String shard, String event, String pk, String sk, long atSeconds, String by) {
    String[] who = by.split("/", -1);
    String number = String.format("%021d", ++sequence);
    String identity =
        by.isEmpty()
            ? ""
            : ",\"userIdentity\":{\"Type\":\"%s\",\"PrincipalId\":\"%s\"}"
                .formatted(who[0], who[1]);
    ServedShard to = served(shard);
    to.numbers.add(number);
    to.records.add(
        """
        {"eventID":"event-%d","eventName":"%s","eventVersion":"1.1","eventSource":"aws:dynamodb",
        "awsRegion":"us-east-1","dynamodb":{"ApproximateCreationDateTime":%d,
        "Keys":{"pk":{"S":"%s"},"sk":{"S":"%s"},"n":{"N":"1"}},"SequenceNumber":"%s","SizeBytes":9,
        "StreamViewType":"OLD_IMAGE"}%s}"""
            .formatted(++events, event, atSeconds, pk, sk, number, identity));
  }

  synchronized void close(String shard) {
    served(shard).closed = true;
  }

  /** What is older is not in the shard any more. */
  synchronized void trim(String shard, int records) {
    served(shard).trimmed = records;
  }

  /** The shard is missing in the list, and perhaps for good. */
  synchronized void unlist(String shard, boolean gone) {
    served(shard).listed = false;
    served(shard).gone = gone;
  }

  synchronized void expireIterators() {
    oldestIterator = iterators + 1;
  }

  /** The operation's next calls fail. */
  synchronized void refuse(String operation, int httpStatus, String code, int times) {
    refusals.put(operation, new Refusal(httpStatus, code, times));
  }

  long calls(String operation) {
    return calls.stream().filter(call -> call.startsWith(operation)).count();
  }

  private ServedShard served(String shard) {
    return Optional.ofNullable(shards.get(shard)).orElseThrow();
  }

  private synchronized void serve(HttpExchange exchange) throws IOException {
    String target = exchange.getRequestHeaders().getFirst("X-Amz-Target");
    String operation = target.substring(target.indexOf('.') + 1);
    JsonNode request = JSON.readTree(exchange.getRequestBody());
    calls.add(operation + ' ' + request);
    int code = 200;
    String body;
    try {
      refuse(operation);
      body =
          switch (operation) {
            case "DescribeTable" -> describeTable();
            case "DescribeStream" -> describeStream(request);
            case "GetShardIterator" -> iterator(request);
            default -> records(request);
          };
    } catch (RefusedException e) {
      code = e.status;
      body = "{\"__type\":\"com.amazonaws.dynamodb.v20120810#" + e.getMessage() + "\"}";
    }
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "application/x-amz-json-1.0");
    exchange.sendResponseHeaders(code, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private void refuse(String operation) throws RefusedException {
    Refusal refusal = refusals.get(operation);
    if (refusal != null && refusal.times() > 0) {
      refusals.put(operation, new Refusal(refusal.status(), refusal.code(), refusal.times() - 1));
      throw new RefusedException(refusal.status(), refusal.code());
    }
  }

  private String describeTable() {
    String stream = arn == null ? "" : ",\"LatestStreamArn\":\"" + arn + '"';
    return "{\"Table\":{\"TableName\":\"inbox\"" + stream + "}}";
  }

  private String describeStream(JsonNode request) throws RefusedException {
    requireStream(request);
    List<String> ids =
        new ArrayList<>(shards.keySet().stream().filter(id -> served(id).listed).toList());
    int from = ids.indexOf(request.path("ExclusiveStartShardId").asText()) + 1;
    int to = Math.min(ids.size(), from + shardsPerPage);
    List<String> listed = new ArrayList<>();
    for (String id : ids.subList(from, to)) {
      String parent = served(id).parent;
      listed.add(
          "{\"ShardId\":\"%s\"%s}"
              .formatted(id, parent == null ? "" : ",\"ParentShardId\":\"" + parent + '"'));
    }
    String more = to < ids.size() ? ",\"LastEvaluatedShardId\":\"" + ids.get(to - 1) + '"' : "";
    return "{\"StreamDescription\":{\"StreamArn\":\"%s\",\"StreamStatus\":\"%s\",\"Shards\":[%s]%s}}"
        .formatted(arn, status, String.join(",", listed), more);
  }

  private String iterator(JsonNode request) throws RefusedException {
    requireStream(request);
    String id = request.path("ShardId").asText();
    ServedShard shard = present(id);
    int index = shard.trimmed;
    if (request.path("ShardIteratorType").asText().equals("AFTER_SEQUENCE_NUMBER")) {
      index = shard.numbers.indexOf(request.path("SequenceNumber").asText()) + 1;
      if (index <= shard.trimmed && shard.trimmed > 0) {
        throw new RefusedException(400, "TrimmedDataAccessException");
      }
    }
    return "{\"ShardIterator\":\"" + iterator(id, index) + "\"}";
  }

  private String iterator(String shard, int index) {
    return shard + ' ' + index + ' ' + ++iterators;
  }

  private String records(JsonNode request) throws RefusedException {
    String[] parts = request.path("ShardIterator").asText().split(" ", -1);
    ServedShard shard = present(parts[0]);
    int from = Integer.parseInt(parts[1]);
    requireReadable(shard, from, Integer.parseInt(parts[2]));
    boolean empty = emptyPages > 0 && from < shard.records.size();
    emptyPages = empty ? emptyPages - 1 : emptyPages;
    int to = empty ? from : Math.min(shard.records.size(), from + recordsPerPage);
    boolean last = shard.closed && to == shard.records.size();
    String next = last ? "" : ",\"NextShardIterator\":\"" + iterator(parts[0], to) + '"';
    return "{\"Records\":[" + String.join(",", shard.records.subList(from, to)) + ']' + next + '}';
  }

  private ServedShard present(String id) throws RefusedException {
    ServedShard shard = shards.get(id);
    if (shard == null || shard.gone) {
      throw new RefusedException(400, "ResourceNotFoundException");
    }
    return shard;
  }

  private void requireReadable(ServedShard shard, int from, int iterator) throws RefusedException {
    if (iterator < oldestIterator) {
      throw new RefusedException(400, "ExpiredIteratorException");
    }
    if (from < shard.trimmed) {
      throw new RefusedException(400, "TrimmedDataAccessException");
    }
  }

  private void requireStream(JsonNode request) throws RefusedException {
    if (!request.path("StreamArn").asText().equals(arn)) {
      throw new RefusedException(400, "ResourceNotFoundException");
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
