package io.tributary.gateway.outreach;

import io.tributary.avro.outreach.AssistantMessage;
import io.tributary.avro.outreach.Completion;
import io.tributary.avro.outreach.ConversationUpdate;
import io.tributary.avro.outreach.FunctionCall;
import io.tributary.avro.outreach.HandOff;
import io.tributary.avro.outreach.InitialMessageSent;
import io.tributary.avro.outreach.ReplySent;
import io.tributary.avro.outreach.SendingFailed;
import io.tributary.gateway.json.RecordReader;
import io.tributary.gateway.json.RequestObject;
import io.tributary.schemas.rule.RecordRule;
import io.tributary.schemas.rule.TextRule;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Reads updates of conversations. */
final class UpdateReader {

  static final String UPDATE_ID = "update_id";
  private static final String MESSAGE_ID = "message_id";
  private static final TextRule IDS =
      RecordRule.of(ConversationUpdate.getClassSchema()).text(UPDATE_ID);
  private static final TextRule MESSAGE_IDS =
      RecordRule.of(AssistantMessage.getClassSchema()).text(MESSAGE_ID);
  private static final TextRule FUNCTIONS =
      RecordRule.of(FunctionCall.getClassSchema()).text("type");
  private static final RecordReader SENT = RecordReader.all(InitialMessageSent.getClassSchema());
  private static final RecordReader FAILED = RecordReader.all(SendingFailed.getClassSchema());
  private static final RecordReader HAND_OFF = RecordReader.all(HandOff.getClassSchema());
  private static final RecordReader MESSAGE =
      RecordReader.all(AssistantMessage.getClassSchema(), MESSAGE_ID);

  private static final Map<String, BiFunction<RequestObject, String, Object>> TYPES =
      Map.of(
          "initial_message_sent", UpdateReader::initialMessageSent,
          "failed", (body, id) -> FAILED.read(body, new SendingFailed()),
          "reply_sent", (body, id) -> new ReplySent(message(body, id)),
          "hand_off", (body, id) -> HAND_OFF.read(body, new HandOff()),
          "function_call",
              (body, id) -> new FunctionCall(body.text("function_call_type", FUNCTIONS)),
          "completed", (body, id) -> new Completion());

  private static final TextRule TYPE =
      TextRule.oneOf(
          TYPES,
          "must be initial_message_sent, failed, reply_sent, hand_off, function_call or"
              + " completed");

  private UpdateReader() {}

  static ConversationUpdate.Builder read(RequestObject body) {
    String id = body.text(UPDATE_ID, IDS);
    var reader = Objects.requireNonNull(TYPES.get(body.text("type", TYPE)));
    return ConversationUpdate.newBuilder().setUpdateId(id).setUpdate(reader.apply(body, id));
  }

  private static InitialMessageSent initialMessageSent(RequestObject body, String updateId) {
    InitialMessageSent sent = SENT.read(body, new InitialMessageSent());
    sent.setMessage(message(body, updateId));
    return sent;
  }

  private static @Nullable AssistantMessage message(RequestObject body, String updateId) {
    return body.optionalObject("message").map(object -> message(updateId, object)).orElse(null);
  }

  private static AssistantMessage message(String updateId, RequestObject object) {
    AssistantMessage message = new AssistantMessage();
    message.setMessageId(object.optionalText(MESSAGE_ID, MESSAGE_IDS).orElse(updateId));
    return MESSAGE.read(object, message);
  }
}
