package io.tributary.harness.fault;

import io.tributary.embedded.dynamodb.wire.DynamoDbException;
import io.tributary.embedded.dynamodb.wire.HttpFront.Reply;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Answers in the very form that DynamoDB gives them. */
final class ServiceAnswer {

  private static final String TRANSACTION = "TransactionCanceledException";
  private static final String REASONS = "CancellationReasons";
  private static final Map<String, String> NO_REASON = Map.of("Code", "None");
  private static final Map<String, String> CONFLICT =
      Map.of("Code", "TransactionConflict", "Message", "Transaction is ongoing for the item");
  private static final Map<String, String> THROTTLED =
      Map.of("Code", "ThrottlingError", "Message", "Throughput exceeds the current capacity");

  private ServiceAnswer() {}

  /** What DynamoDB says when that fault befalls the call, at the action with that number. */
  static Reply of(Fault fault, Call call, int action) {
    return switch (fault) {
      case THROTTLED -> error(400, "ThrottlingException", "Rate exceeded");
      case THROUGHPUT_EXCEEDED ->
          error(
              400,
              "ProvisionedThroughputExceededException",
              "The level of configured provisioned throughput for the table was exceeded");
      case WRITE_CONFLICT ->
          error(400, "TransactionConflictException", "Transaction is ongoing for the item");
      case UNAVAILABLE -> error(503, "ServiceUnavailable", "Try again later");
      case ERROR_BEFORE, ERROR_AFTER -> error(500, "InternalServerError", "Internal server error");
      case ACTION_THROTTLED -> cancelled(call, action, THROTTLED);
      case ACTION_CONFLICT -> cancelled(call, action, CONFLICT);
      default -> throw new IllegalArgumentException(fault + " has no answer of its own");
    };
  }

  /** True when what was asked for is done. */
  static boolean done(Reply reply) {
    return reply.status() == 200;
  }

  /** True for a write of which a condition failed. */
  static boolean refused(Reply reply) {
    return reply.status() == 400 && reply.body().toString().contains("ConditionalCheckFailed");
  }

  /** How many actions of a cancelled transaction failed their condition. */
  static long failedConditions(Reply reply) {
    return codes(reasons(reply)).stream().filter("ConditionalCheckFailed"::equals).count();
  }

  /** How many actions of a cancelled transaction had nothing against it. */
  static long withoutReason(Reply reply) {
    return codes(reasons(reply)).stream().filter("None"::equals).count();
  }

  /** The same cancellation, but the last action that had no reason met a conflict. */
  static Reply withConflict(Reply reply) {
    List<Object> reasons = new ArrayList<>(reasons(reply));
    reasons.set(codes(reasons).lastIndexOf("None"), CONFLICT);
    return cancelled(reasons);
  }

  private static List<?> reasons(Reply reply) {
    return reply.body() instanceof Map<?, ?> body && body.get(REASONS) instanceof List<?> reasons
        ? reasons
        : List.of();
  }

  private static Reply cancelled(Call call, int action, Map<String, String> reason) {
    List<Object> reasons = new ArrayList<>(Collections.nCopies(call.actions(), NO_REASON));
    reasons.set(action, reason);
    return cancelled(reasons);
  }

  private static Reply cancelled(List<?> reasons) {
    String message =
        "Transaction cancelled, please refer cancellation reasons for specific reasons ";
    return new Reply(
        400,
        DynamoDbException.service(TRANSACTION, message + codes(reasons), Map.of(REASONS, reasons))
            .body());
  }

  private static Reply error(int status, String name, String message) {
    return new Reply(status, DynamoDbException.service(name, message).body());
  }

  private static List<String> codes(List<?> reasons) {
    return reasons.stream()
        .map(reason -> String.valueOf(((Map<?, ?>) reason).get("Code")))
        .toList();
  }
}
