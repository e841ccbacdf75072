package io.tributary.harness.fault;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.stream.StreamSupport;
import java.util.zip.CRC32;

/** An answer of DynamoDB, or one in the very form that DynamoDB gives it. */
record ServiceAnswer(int status, MultiMap headers, Buffer body) {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String DYNAMODB = "com.amazonaws.dynamodb.v20120810#";
  private static final String REASONS = "CancellationReasons";
  private static final String NO_REASON = "None";
  private static final String CONFLICT = "TransactionConflict";
  private static final String CONDITION_FAILED = "ConditionalCheckFailed";
  private static final String ONGOING = "Transaction is ongoing for the item";

  /** What DynamoDB says when that fault befalls the call, at the action with that number. */
  static ServiceAnswer of(Fault fault, Call call, int action) {
    return switch (fault) {
      case THROTTLED ->
          error(400, "com.amazon.coral.availability#ThrottlingException", "Rate exceeded");
      case THROUGHPUT_EXCEEDED ->
          error(
              400,
              DYNAMODB + "ProvisionedThroughputExceededException",
              "The level of configured provisioned throughput for the table was exceeded");
      case WRITE_CONFLICT -> error(400, DYNAMODB + "TransactionConflictException", ONGOING);
      case UNAVAILABLE ->
          error(503, "com.amazon.coral.availability#ServiceUnavailable", "Try again later");
      case ERROR_BEFORE, ERROR_AFTER ->
          error(500, DYNAMODB + "InternalServerError", "Internal server error");
      case ACTION_THROTTLED ->
          cancelled(call, action, "ThrottlingError", "Throughput exceeds the current capacity");
      case ACTION_CONFLICT -> cancelled(call, action, CONFLICT, ONGOING);
      default -> throw new IllegalArgumentException(fault + " has no answer of its own");
    };
  }

  /** True when what was asked for is done. */
  boolean done() {
    return status == 200;
  }

  /** True for a write of which a condition failed. */
  boolean refused() {
    return status == 400 && body.toString().contains(CONDITION_FAILED);
  }

  /** How many actions of a cancelled transaction failed their condition. */
  long failedConditions() {
    return count(CONDITION_FAILED);
  }

  /** How many actions of a cancelled transaction had nothing against it. */
  long withoutReason() {
    return count(NO_REASON);
  }

  /** The same cancellation, but the last action that had no reason met a conflict. */
  ServiceAnswer withConflict() {
    ArrayNode reasons = reasons().deepCopy();
    for (int i = reasons.size() - 1; i >= 0; i--) {
      if (code(reasons.get(i)).equals(NO_REASON)) {
        reasons.set(i, reason(CONFLICT).put("Message", ONGOING));
        return cancelled(reasons);
      }
    }
    throw new IllegalStateException("every action has a reason: " + body);
  }

  private long count(String code) {
    return codes(reasons()).stream().filter(code::equals).count();
  }

  private ArrayNode reasons() {
    try {
      return status == 400
          ? JSON.readTree(body.getBytes()).withArray(REASONS)
          : JSON.createArrayNode();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static ServiceAnswer cancelled(Call call, int action, String code, String message) {
    ArrayNode reasons = JSON.createArrayNode();
    for (int i = 0; i < call.actions(); i++) {
      reasons.add(i == action ? reason(code).put("Message", message) : reason(NO_REASON));
    }
    return cancelled(reasons);
  }

  private static ServiceAnswer cancelled(ArrayNode reasons) {
    ObjectNode body = JSON.createObjectNode();
    body.put("__type", DYNAMODB + "TransactionCanceledException")
        .put(
            "Message",
            "Transaction cancelled, please refer cancellation reasons for specific reasons "
                + codes(reasons))
        .set(REASONS, reasons);
    return of(400, body);
  }

  private static ServiceAnswer error(int status, String type, String message) {
    return of(status, JSON.createObjectNode().put("__type", type).put("message", message));
  }

  private static ServiceAnswer of(int status, ObjectNode json) {
    byte[] body = json.toString().getBytes(StandardCharsets.UTF_8);
    CRC32 checksum = new CRC32();
    checksum.update(body);
    MultiMap headers =
        MultiMap.caseInsensitiveMultiMap()
            .add("Content-Type", "application/x-amz-json-1.0")
            .add("x-amzn-RequestId", UUID.randomUUID().toString())
            .add("x-amz-crc32", Long.toString(checksum.getValue()));
    return new ServiceAnswer(status, headers, Buffer.buffer(body));
  }

  private static ObjectNode reason(String code) {
    return JSON.createObjectNode().put("Code", code);
  }

  private static List<String> codes(ArrayNode reasons) {
    return StreamSupport.stream(reasons.spliterator(), false).map(ServiceAnswer::code).toList();
  }

  private static String code(JsonNode reason) {
    return reason.get("Code").asText();
  }
}
