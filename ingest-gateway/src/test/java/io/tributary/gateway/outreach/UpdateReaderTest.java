package io.tributary.gateway.outreach;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.outreach.AssistantMessage;
import io.tributary.avro.outreach.Completion;
import io.tributary.avro.outreach.ConversationUpdate;
import io.tributary.avro.outreach.FunctionCall;
import io.tributary.avro.outreach.HandOff;
import io.tributary.avro.outreach.InitialMessageSent;
import io.tributary.avro.outreach.ReplySent;
import io.tributary.avro.outreach.SendingFailed;
import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.answer.Problem;
import io.tributary.gateway.json.InvalidInputException;
import io.tributary.gateway.json.JsonBody;
import io.tributary.gateway.json.RequestObject;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UpdateReaderTest {

  private static final AssistantMessage MESSAGE =
      new AssistantMessage("SM1", "Hello", 512L, 85L, 597L, 850L);

  @Test
  void shouldReadEachTypeWithAllOfItsMembers() {
    String message =
        "\"message\":{\"message_id\":\"SM1\",\"content\":\"Hello\",\"ai_prompt_tokens\":512,"
            + "\"ai_completion_tokens\":85,\"ai_total_tokens\":597,\"processing_time_ms\":850}";

    assertReads(
        "initial_message_sent\",\"thread_id\":\"t\",\"email_id\":\"<e@x>\","
            + "\"processing_time_ms\":1500,"
            + message,
        new InitialMessageSent("t", "<e@x>", 1500L, MESSAGE));
    assertReads("failed\",\"reason\":\"no\"", new SendingFailed("no"));
    assertReads("reply_sent\"," + message, new ReplySent(MESSAGE));
    assertReads("hand_off\",\"reason\":\"angry\"", new HandOff("angry"));
    assertReads("function_call\",\"function_call_type\":\"submit\"", new FunctionCall("submit"));
    assertReads("completed\"", new Completion());
  }

  @Test
  void shouldRequireTheMembersOfAType() {
    assertRefused("update_id", ErrorCode.MISSING_FIELD, "{\"type\":\"completed\"}");
    assertRefused("type", ErrorCode.MISSING_FIELD, "{\"update_id\":\"u\"}");
    assertRefused("reason", ErrorCode.MISSING_FIELD, update("failed\""));
    assertRefused("reason", ErrorCode.MISSING_FIELD, update("failed\",\"reason\":null"));
    assertRefused("function_call_type", ErrorCode.MISSING_FIELD, update("function_call\""));
    assertRefused(
        "message.content", ErrorCode.MISSING_FIELD, update("reply_sent\",\"message\":{}"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "COMPLETED", "processing", "function_call_type", "hand_off "})
  void shouldRefuseOtherTypes(String type) {
    assertRefused("type", ErrorCode.INVALID_VALUE, update(type + "\""));
  }

  @Test
  void shouldHoldTextsToTheirLengths() {
    assertBound("thread_id", 512, "initial_message_sent\",\"thread_id\":\"%s\"");
    assertBound("email_id", 1024, "initial_message_sent\",\"email_id\":\"%s\"");
    assertBound("reason", 1024, "failed\",\"reason\":\"%s\"");
    assertBound("reason", 1024, "hand_off\",\"reason\":\"%s\"");
    assertBound("function_call_type", 256, "function_call\",\"function_call_type\":\"%s\"");
    assertBound("message.content", 32_768, "reply_sent\",\"message\":{\"content\":\"%s\"}");
  }

  @Test
  void shouldRefuseIdsThatNoKeyCanHave() {
    for (String hostile : List.of("", "a#b", "\\u0000", "\u00fc", "x".repeat(513))) {
      assertRefused(
          "update_id",
          ErrorCode.INVALID_FORMAT,
          "{\"type\":\"completed\",\"update_id\":\"" + hostile + "\"}");
      assertRefused(
          "message.message_id",
          ErrorCode.INVALID_FORMAT,
          update(
              "reply_sent\",\"message\":{\"content\":\"x\",\"message_id\":\"" + hostile + "\"}"));
    }
    String longest = "~".repeat(512);
    assertThat(read("{\"type\":\"completed\",\"update_id\":\"" + longest + "\"}").getUpdateId())
        .isEqualTo(longest);
  }

  @Test
  void shouldHoldNumbersToTheirBounds() {
    for (String name :
        List.of(
            "ai_prompt_tokens", "ai_completion_tokens", "ai_total_tokens", "processing_time_ms")) {
      String message = "reply_sent\",\"message\":{\"content\":\"x\",\"" + name + "\":%s}";
      for (String number : List.of("0", "9007199254740991")) {
        assertThat(read(update(message.formatted(number)))).isNotNull();
      }
      for (String number :
          List.of("-1", "9007199254740992", "1.0", "1e3", "\"1\"", "1" + "0".repeat(99), "[]")) {
        assertRefused(
            "message." + name, ErrorCode.INVALID_FORMAT, update(message.formatted(number)));
      }
    }
    assertRefused(
        "processing_time_ms",
        ErrorCode.INVALID_FORMAT,
        update("initial_message_sent\",\"processing_time_ms\":-1"));
  }

  @Test
  void shouldHoldMembersToTheirTypes() {
    assertRefused("type", ErrorCode.INVALID_FORMAT, "{\"update_id\":\"u\",\"type\":[]}");
    assertRefused("reason", ErrorCode.INVALID_FORMAT, update("failed\",\"reason\":{}"));
    assertRefused("message", ErrorCode.INVALID_FORMAT, update("reply_sent\",\"message\":\"x\""));
    assertRefused(
        "message.content",
        ErrorCode.INVALID_FORMAT,
        update("reply_sent\",\"message\":{\"content\":[\"x\"]}"));
  }

  @Test
  void shouldCountMembersOfOtherTypesAsUnknown() {
    RequestObject body =
        parse(
            update(
                "completed\",\"reason\":\"x\",\"message\":{\"content\":\"x\"},"
                    + "\"function_call_type\":\"f\""));

    UpdateReader.read(body);

    assertThat(body.unknownMembers()).isEqualTo(3);
  }

  private static void assertReads(String type, Object update) {
    ConversationUpdate.Builder incoming = read(update(type));
    assertThat(incoming.getUpdateId()).isEqualTo("u-1");
    assertThat(incoming.getUpdate()).isEqualTo(update);
  }

  /** So many bytes are the most. */
  private static void assertBound(String field, int most, String type) {
    String text = "\u00e9".repeat(most / 2);
    assertThat(read(update(type.formatted(text)))).isNotNull();
    assertRefused(field, ErrorCode.INVALID_VALUE, update(type.formatted(text + "x")));
    assertRefused(field, ErrorCode.INVALID_VALUE, update(type.formatted("")));
  }

  private static void assertRefused(String field, ErrorCode code, String body) {
    try {
      read(body);
    } catch (InvalidInputException e) {
      Problem problem = e.problem();
      assertThat(problem.code()).as(body).isEqualTo(code);
      assertThat(problem.place().orElseThrow().field()).as(body).isEqualTo(field);
      return;
    }
    throw new AssertionError(body + " was taken");
  }

  private static ConversationUpdate.Builder read(String body) {
    return UpdateReader.read(parse(body));
  }

  private static RequestObject parse(String body) {
    return JsonBody.parse(body.getBytes(StandardCharsets.UTF_8));
  }

  private static String update(String type) {
    return "{\"update_id\":\"u-1\",\"type\":\"" + type + "}";
  }
}
