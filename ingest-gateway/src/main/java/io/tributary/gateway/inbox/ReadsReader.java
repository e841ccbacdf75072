package io.tributary.gateway.inbox;

import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.json.JsonObject;
import io.tributary.gateway.json.StorableValue.Kind;
import io.tributary.gateway.json.TextRule;
import io.tributary.schemas.key.KeyPart;
import java.util.List;
import java.util.OptionalLong;

/** Reads a request that marks messages as read. */
final class ReadsReader {

  static final String MESSAGES = "messages";
  static final String UNTIL = "until";
  private static final int MOST_MESSAGES = 50;
  private static final long LATEST = 9_999_999_999L;
  private static final TextRule MESSAGE_ID = TextRule.key(KeyPart.MESSAGE_ID);

  private ReadsReader() {}

  static IncomingReads read(JsonObject body) {
    OptionalLong until = body.optionalInteger(UNTIL, 0, LATEST);
    boolean messages = body.optionalValue(MESSAGES, Kind.LIST).isPresent();
    if (messages == until.isPresent()) {
      throw body.violation(
          messages ? ErrorCode.INVALID_VALUE : ErrorCode.MISSING_FIELD,
          MESSAGES,
          "must be given, or else " + UNTIL + ", but not both");
    }
    return until.isPresent()
        ? new IncomingReads.Until(until.getAsLong())
        : new IncomingReads.Messages(ids(body));
  }

  private static List<String> ids(JsonObject body) {
    List<String> ids =
        body.texts(MESSAGES, Integer.MAX_VALUE, MESSAGE_ID).stream().distinct().toList();
    if (ids.isEmpty() || ids.size() > MOST_MESSAGES) {
      throw body.violation(
          ErrorCode.INVALID_VALUE, MESSAGES, "must hold 1 to " + MOST_MESSAGES + " distinct ids");
    }
    return ids;
  }
}
