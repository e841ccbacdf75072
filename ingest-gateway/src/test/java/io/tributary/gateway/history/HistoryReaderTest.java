package io.tributary.gateway.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.answer.Problem;
import io.tributary.gateway.json.InvalidInputException;
import io.tributary.gateway.json.JsonBody;
import io.tributary.gateway.json.RequestObject;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class HistoryReaderTest {

  private static final String MESSAGE =
      "{\"org_id\":\"o\",\"tenant_id\":\"n\",\"user_id\":\"u\",\"thread_id\":\"t\","
          + "\"message_id\":\"m\",\"role\":\"user\",\"content\":\"c\",\"timestamp\":1767225600123,"
          + "\"stop_reason\":\"s\",\"response_metadata\":{},\"sources\":[],"
          + "\"thread\":{\"title\":\"T\",\"origin\":\"web\",\"is_temporary\":false}}";
  private static final String THREAD =
      "{\"org_id\":\"o\",\"tenant_id\":\"n\",\"user_id\":\"u\",\"thread_id\":\"t\","
          + "\"title\":\"T\",\"origin\":\"web\",\"is_temporary\":false}";
  private static final String FEEDBACK =
      "{\"org_id\":\"o\",\"tenant_id\":\"n\",\"user_id\":\"u\",\"thread_id\":\"t\","
          + "\"message_id\":\"m\",\"verso\":\"up\",\"feedback\":\"f\"}";

  private static final Kind MESSAGES = new Kind(HistoryReader::message, MESSAGE);
  private static final Kind THREADS = new Kind(HistoryReader::thread, THREAD);
  private static final Kind FEEDBACKS = new Kind(HistoryReader::feedback, FEEDBACK);

  private record Kind(Function<RequestObject, IncomingEvent> reader, String valid) {

    IncomingEvent read(String body) {
      return reader.apply(JsonBody.parse(body.getBytes(StandardCharsets.UTF_8)));
    }

    void takes(String before, String after) {
      assertThat(valid).contains(before);
      assertThat(read(valid.replace(before, after))).as(after).isNotNull();
    }

    void refuses(String before, String after, String field, ErrorCode code) {
      assertThat(valid).contains(before);
      Problem problem = problem(valid.replace(before, after));
      assertThat(problem.code()).as(after).isEqualTo(code);
      assertThat(problem.place().orElseThrow().field()).as(after).isEqualTo(field);
    }

    Problem problem(String body) {
      try {
        read(body);
      } catch (InvalidInputException e) {
        return e.problem();
      }
      throw new AssertionError(body + " was taken");
    }
  }

  @Test
  void shouldRefuseIdsThatNoKeyCanHave() {
    for (Kind kind : List.of(MESSAGES, THREADS, FEEDBACKS)) {
      for (String id :
          List.of("org_id\":\"o", "tenant_id\":\"n", "user_id\":\"u", "thread_id\":\"t")) {
        String field = id.substring(0, id.indexOf('"'));
        for (String hostile :
            List.of(
                "", "a#b", "#", "\\u0000", "a\\nb", "\u00fc", "\uD83D\uDE00", "x".repeat(129))) {
          kind.refuses(
              id + "\"", field + "\":\"" + hostile + "\"", field, ErrorCode.INVALID_FORMAT);
        }
        kind.refuses(id + "\"", field + "\":7", field, ErrorCode.INVALID_FORMAT);
        kind.refuses(id + "\"", field + "\":[\"a\"]", field, ErrorCode.INVALID_FORMAT);
        for (String odd :
            List.of(" ", "a/b", "*", "..", "%23", "'", "\\\"", "\\\\", "~".repeat(128))) {
          kind.takes(id + "\"", field + "\":\"" + odd + "\"");
        }
      }
    }
    MESSAGES.refuses("_id\":\"m\"", "_id\":\"a#b\"", "message_id", ErrorCode.INVALID_FORMAT);
    FEEDBACKS.refuses("_id\":\"m\"", "_id\":\"\"", "message_id", ErrorCode.INVALID_FORMAT);
  }

  @Test
  void shouldNameMissingParts() {
    for (String name : List.of("org_id", "user_id", "thread_id", "message_id", "role", "content")) {
      MESSAGES.refuses('"' + name + '"', "\"x\"", name, ErrorCode.MISSING_FIELD);
    }
    for (String name : List.of("org_id", "user_id", "thread_id")) {
      THREADS.refuses('"' + name + '"', "\"x\"", name, ErrorCode.MISSING_FIELD);
    }
    for (String name : List.of("org_id", "user_id", "thread_id", "message_id", "verso")) {
      FEEDBACKS.refuses('"' + name + '"', "\"x\"", name, ErrorCode.MISSING_FIELD);
    }
    MESSAGES.refuses("\"content\":\"c\"", "\"content\":null", "content", ErrorCode.MISSING_FIELD);
  }

  @Test
  void shouldTakeMessagesWithoutOptionalMembers() {
    IncomingEvent bare =
        MESSAGES.read(
            "{\"org_id\":\"o\",\"user_id\":\"u\",\"thread_id\":\"t\",\"message_id\":\"m\","
                + "\"role\":\"assistant\",\"content\":\"\"}");

    assertThat(bare.thread().pk()).isEqualTo("o#u#t");
    for (String optional : List.of("timestamp", "stop_reason", "response_metadata", "sources")) {
      MESSAGES.takes('"' + optional + "\":", "\"x\":");
    }
    MESSAGES.takes(
        "\"response_metadata\":{},\"sources\":[]", "\"response_metadata\":null,\"sources\":null");
    MESSAGES.takes("\"thread\":{\"title\":\"T\",", "\"thread\":null,\"y\":{\"title\":\"T\",");
  }

  @Test
  void shouldHoldMembersOfMessagesToTheirRules() {
    for (String content : List.of("7", "true", "1.5")) {
      MESSAGES.refuses("\"c\"", content, "content", ErrorCode.INVALID_FORMAT);
    }
    for (String role : List.of("\"USER\"", "\"system\"", "\"\"")) {
      MESSAGES.refuses("\"user\"", role, "role", ErrorCode.INVALID_VALUE);
    }
    MESSAGES.takes("1767225600123", "1000000000000");
    MESSAGES.takes("1767225600123", "9999999999999");
    for (String time :
        List.of("999999999999", "10000000000000", "1767225600123.0", "\"1767225600123\"", "-1")) {
      MESSAGES.refuses("1767225600123", time, "timestamp", ErrorCode.INVALID_FORMAT);
    }
    MESSAGES.takes("\"s\"", "\"" + "s".repeat(256) + "\"");
    MESSAGES.refuses("\"s\"", "\"\"", "stop_reason", ErrorCode.INVALID_VALUE);
    MESSAGES.refuses(
        "\"s\"", "\"" + "s".repeat(257) + "\"", "stop_reason", ErrorCode.INVALID_VALUE);
    MESSAGES.refuses("{},", "[],", "response_metadata", ErrorCode.INVALID_FORMAT);
    MESSAGES.refuses("[],", "{},", "sources", ErrorCode.INVALID_FORMAT);
    MESSAGES.refuses("[],", "[{\"n\":1E126}],", "sources[0].n", ErrorCode.INVALID_VALUE);
    MESSAGES.refuses("{},", "{\"\":1},", "response_metadata.", ErrorCode.INVALID_VALUE);
    MESSAGES.refuses("\"T\"", "\"\"", "thread.title", ErrorCode.INVALID_VALUE);
    MESSAGES.refuses("false", "0", "thread.is_temporary", ErrorCode.INVALID_FORMAT);
  }

  @Test
  void shouldHoldMembersOfThreadsToTheirRules() {
    THREADS.takes("\"T\"", "null");
    THREADS.takes("\"T\"", "\"" + "t".repeat(1024) + "\"");
    THREADS.takes("\"web\"", "\"" + "o".repeat(256) + "\"");
    THREADS.takes("false", "true");
    THREADS.takes("false", "null");
    THREADS.refuses("\"T\"", "\"" + "t".repeat(1025) + "\"", "title", ErrorCode.INVALID_VALUE);
    THREADS.refuses("\"T\"", "7", "title", ErrorCode.INVALID_FORMAT);
    THREADS.refuses("\"web\"", "\"\"", "origin", ErrorCode.INVALID_VALUE);
    THREADS.refuses("\"web\"", "\"" + "o".repeat(257) + "\"", "origin", ErrorCode.INVALID_VALUE);
    THREADS.refuses("false", "\"false\"", "is_temporary", ErrorCode.INVALID_FORMAT);
  }

  @Test
  void shouldHoldMembersOfFeedbackToTheirRules() {
    FEEDBACKS.takes("\"up\"", "\"down\"");
    FEEDBACKS.takes("\"up\"", "null");
    FEEDBACKS.takes("\"f\"", "\"\"");
    FEEDBACKS.takes("\"f\"", "null");
    FEEDBACKS.takes("\"f\"", "\"" + "f".repeat(8192) + "\"");
    FEEDBACKS.takes("\"feedback\"", "\"x\"");
    FEEDBACKS.refuses("\"up\"", "\"UP\"", "verso", ErrorCode.INVALID_VALUE);
    FEEDBACKS.refuses("\"up\"", "\"\"", "verso", ErrorCode.INVALID_VALUE);
    FEEDBACKS.refuses("\"up\"", "true", "verso", ErrorCode.INVALID_FORMAT);
    FEEDBACKS.refuses("\"f\"", "\"" + "f".repeat(8193) + "\"", "feedback", ErrorCode.INVALID_VALUE);
    FEEDBACKS.refuses("\"f\"", "7", "feedback", ErrorCode.INVALID_FORMAT);
  }

  @Test
  void shouldCountAllThatIsStoredAsItIs() {
    IncomingEvent event =
        MESSAGES.read(
            MESSAGE
                .replace("\"c\"", "\"12345\"")
                .replace("{},", "{\"a\":\"b\"},")
                .replace("[],", "[\"x\"],"));

    assertThat(event.bytes()).isEqualTo(5 + 6 + 5);
  }
}
