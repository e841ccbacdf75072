package io.tributary.gateway.outreach;

import io.tributary.avro.outreach.AssistantMessage;
import io.tributary.avro.outreach.Completion;
import io.tributary.avro.outreach.ConversationUpdate;
import io.tributary.avro.outreach.FunctionCall;
import io.tributary.avro.outreach.HandOff;
import io.tributary.avro.outreach.InitialMessageSent;
import io.tributary.avro.outreach.ReplySent;
import io.tributary.avro.outreach.SendingFailed;
import io.tributary.gateway.json.JsonObject;
import io.tributary.gateway.json.TextRule;
import io.tributary.schemas.item.OutreachSize;
import io.tributary.schemas.key.KeyPart;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Reads updates of conversations. Bounds in bytes leave room in the item beside the largest request
 * and message.
 */
final class UpdateReader {

  static final String UPDATE_ID = "update_id";
  private static final String REASON = "reason";
  private static final String MESSAGE = "message";
  private static final String PROCESSING_TIME = "processing_time_ms";

  /** Largest integer that JSON numbers carry exactly. */
  private static final long MOST = (1L << 53) - 1;

  private static final TextRule IDS = TextRule.key(KeyPart.LONG_ID);
  private static final TextRule THREADS = TextRule.bytes(1, 512);
  private static final TextRule EMAILS = TextRule.bytes(1, 1024);
  private static final TextRule REASONS = TextRule.bytes(1, 1024);
  private static final TextRule FUNCTIONS = TextRule.bytes(1, 256);
  private static final TextRule CONTENTS = TextRule.bytes(1, (int) OutreachSize.MOST_OF_CONTENT);

  private static final Map<String, BiFunction<JsonObject, String, Object>> TYPES =
      Map.of(
          "initial_message_sent", UpdateReader::initialMessageSent,
          "failed", (body, id) -> new SendingFailed(body.text(REASON, REASONS)),
          "reply_sent", (body, id) -> new ReplySent(message(body, id)),
          "hand_off", (body, id) -> new HandOff(text(body, REASON, REASONS)),
          "function_call", (body, id) -> functionCall(body),
          "completed", (body, id) -> new Completion());

  private static final TextRule TYPE =
      TextRule.oneOf(
          TYPES,
          "must be initial_message_sent, failed, reply_sent, hand_off, function_call or"
              + " completed");

  private UpdateReader() {}

  static ConversationUpdate.Builder read(JsonObject body) {
    String id = body.text(UPDATE_ID, IDS);
    var reader = Objects.requireNonNull(TYPES.get(body.text("type", TYPE)));
    return ConversationUpdate.newBuilder().setUpdateId(id).setUpdate(reader.apply(body, id));
  }

  private static InitialMessageSent initialMessageSent(JsonObject body, String updateId) {
    return new InitialMessageSent(
        text(body, "thread_id", THREADS),
        text(body, "email_id", EMAILS),
        number(body, PROCESSING_TIME),
        message(body, updateId));
  }

  private static FunctionCall functionCall(JsonObject body) {
    return new FunctionCall(body.text("function_call_type", FUNCTIONS));
  }

  private static @Nullable AssistantMessage message(JsonObject body, String updateId) {
    return body.optionalObject(MESSAGE)
        .map(
            message ->
                new AssistantMessage(
                    message.optionalText("message_id", IDS).orElse(updateId),
                    message.text("content", CONTENTS),
                    number(message, "ai_prompt_tokens"),
                    number(message, "ai_completion_tokens"),
                    number(message, "ai_total_tokens"),
                    number(message, PROCESSING_TIME)))
        .orElse(null);
  }

  private static @Nullable String text(JsonObject object, String name, TextRule rule) {
    return object.optionalText(name, rule).orElse(null);
  }

  private static @Nullable Long number(JsonObject object, String name) {
    OptionalLong number = object.optionalInteger(name, 0, MOST);
    return number.isPresent() ? number.getAsLong() : null;
  }
}
