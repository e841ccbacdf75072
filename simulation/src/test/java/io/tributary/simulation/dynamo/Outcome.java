package io.tributary.simulation.dynamo;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** Answers and exceptions as texts that are equal when a client cannot tell them apart. */
final class Outcome {

  private Outcome() {}

  /** What a request comes to. */
  static String of(Supplier<String> request) {
    try {
      return request.get();
    } catch (DynamoDbException e) {
      return "%s %d %s: %s%s"
          .formatted(
              e.getClass().getSimpleName(),
              e.statusCode(),
              e.awsErrorDetails().errorCode(),
              isInvalid(e) ? "" : e.awsErrorDetails().errorMessage(),
              items(e));
    }
  }

  /** The texts about what is invalid differ; the sink does not read them. */
  private static boolean isInvalid(DynamoDbException e) {
    return e.awsErrorDetails().errorCode().equals("ValidationException");
  }

  /** An item with its attributes in order. */
  static String of(Map<String, AttributeValue> item) {
    return new TreeMap<>(item)
        .entrySet().stream()
            .map(attribute -> attribute.getKey() + '=' + of(attribute.getValue()))
            .collect(Collectors.joining(", ", "{", "}"));
  }

  private static String of(AttributeValue value) {
    return switch (value.type()) {
      case M -> "M" + of(value.m());
      case L -> value.l().stream().map(Outcome::of).collect(Collectors.joining(", ", "[", "]"));
      case S -> "S:" + value.s();
      case N -> "N:" + value.n();
      default -> value.toString();
    };
  }

  private static String items(DynamoDbException e) {
    if (e instanceof ConditionalCheckFailedException failed) {
      return failed.hasItem() ? ' ' + of(failed.item()) : "";
    }
    return e instanceof TransactionCanceledException cancelled
        ? ' ' + reasons(cancelled.cancellationReasons())
        : "";
  }

  private static String reasons(List<CancellationReason> reasons) {
    return reasons.stream()
        .map(
            reason ->
                reason.code()
                    + ' '
                    + (reason.code().equals("ValidationError") ? "" : reason.message())
                    + (reason.hasItem() ? ' ' + of(reason.item()) : ""))
        .toList()
        .toString();
  }
}
