package io.tributary.embedded.dynamodb.item;

import io.tributary.embedded.dynamodb.value.AttributeValue;
import io.tributary.embedded.dynamodb.wire.DynamoDbException;
import io.tributary.embedded.dynamodb.wire.Members;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reasons of a cancelled transaction, one for each of its actions. */
final class Cancellation {
  private static final Map<String, Object> NONE = Map.of("Code", "None");

  private final List<Map<String, Object>> reasons;
  private boolean cancelled;

  Cancellation(int actions) {
    this.reasons = new ArrayList<>(Collections.nCopies(actions, NONE));
  }

  /**
   * Gives an action a reason.
   *
   * @param item the item of a failed condition, if it is wanted and there
   */
  void because(
      int action, String code, String message, @Nullable Map<String, AttributeValue> item) {
    reasons.set(action, Members.of("Code", code, "Message", message, "Item", item));
    cancelled = true;
  }

  /** Gives an action the reason of an error in its values. */
  void because(int action, DynamoDbException error) {
    because(action, "ValidationError", error.text(), null);
  }

  /** Throws a TransactionCanceledException if any action has a reason. */
  void throwIfAny() {
    if (cancelled) {
      String codes =
          reasons.stream()
              .map(reason -> String.valueOf(reason.get("Code")))
              .collect(Collectors.joining(", ", "[", "]"));
      throw DynamoDbException.service(
          "TransactionCanceledException",
          "Transaction cancelled, please refer cancellation reasons for specific reasons " + codes,
          Map.of("CancellationReasons", reasons));
    }
  }
}
