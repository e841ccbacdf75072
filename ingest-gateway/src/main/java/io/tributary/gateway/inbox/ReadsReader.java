package io.tributary.gateway.inbox;

import io.tributary.avro.inbox.ReadMessage;
import io.tributary.avro.inbox.ReadUntil;
import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.json.RequestObject;
import io.tributary.gateway.json.StorableValue.Kind;
import io.tributary.schemas.rule.RecordRule;
import io.tributary.schemas.rule.TextRule;
import io.tributary.schemas.rule.ValueRule.NumberRule;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Reads a request that marks messages as read. */
final class ReadsReader {

  private static final String MESSAGES = "messages";
  private static final String UNTIL = "until";
  private static final int MOST_MESSAGES = 50;
  private static final NumberRule OF_UNTIL =
      RecordRule.of(ReadUntil.getClassSchema()).number("until_s");
  private static final TextRule MESSAGE_ID = RecordRule.of(ReadMessage.getClassSchema()).text("id");

  /** Events of facts, and the answer that names them. */
  record Reads(List<?> events, Map<String, ?> answer) {}

  private ReadsReader() {}

  static Reads read(RequestObject body) {
    OptionalLong until = body.optionalInteger(UNTIL, OF_UNTIL);
    boolean messages = body.optionalValue(MESSAGES, Kind.LIST).isPresent();
    if (messages == until.isPresent()) {
      throw body.violation(
          messages ? ErrorCode.INVALID_VALUE : ErrorCode.MISSING_FIELD,
          MESSAGES,
          "must be given, or else " + UNTIL + ", but not both");
    }
    if (until.isPresent()) {
      return new Reads(List.of(new ReadUntil(until.getAsLong())), Map.of(UNTIL, until.getAsLong()));
    }
    List<String> ids = ids(body);
    return new Reads(ids.stream().map(ReadMessage::new).toList(), Map.of(MESSAGES, ids));
  }

  private static List<String> ids(RequestObject body) {
    List<String> ids =
        body.texts(MESSAGES, Integer.MAX_VALUE, MESSAGE_ID).stream().distinct().toList();
    if (ids.isEmpty() || ids.size() > MOST_MESSAGES) {
      throw body.violation(
          ErrorCode.INVALID_VALUE, MESSAGES, "must hold 1 to " + MOST_MESSAGES + " distinct ids");
    }
    return ids;
  }
}
