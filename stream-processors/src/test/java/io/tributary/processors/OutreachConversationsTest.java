package io.tributary.processors;

import static io.tributary.processors.DrivenTopology.START;
import static io.tributary.processors.outreach.OutreachFacts.EMAIL;
import static io.tributary.processors.outreach.OutreachFacts.TEL;
import static io.tributary.processors.outreach.OutreachFacts.answered;
import static io.tributary.processors.outreach.OutreachFacts.call;
import static io.tributary.processors.outreach.OutreachFacts.completed;
import static io.tributary.processors.outreach.OutreachFacts.conversation;
import static io.tributary.processors.outreach.OutreachFacts.failed;
import static io.tributary.processors.outreach.OutreachFacts.handOff;
import static io.tributary.processors.outreach.OutreachFacts.reply;
import static io.tributary.processors.outreach.OutreachFacts.request;
import static io.tributary.processors.outreach.OutreachFacts.sent;
import static io.tributary.processors.outreach.OutreachFacts.update;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.outreach.AssistantMessage;
import io.tributary.avro.outreach.ChannelMethod;
import io.tributary.avro.outreach.InitialMessageSent;
import io.tributary.avro.outreach.OutreachConversation;
import io.tributary.schemas.header.RecordHeader;
import io.tributary.schemas.topic.OutreachTopics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.aggregator.ArgumentsAccessor;
import org.junit.jupiter.params.provider.CsvSource;

final class OutreachConversationsTest {

  private static final Duration MONTH = Duration.ofDays(30);

  private static final List<String> HAPPENINGS =
      List.of("sent", "failed", "reply", "answered", "hand-off", "call", "completed");

  /** What brings a conversation to a status. */
  private static final Map<String, List<String>> ROADS =
      Map.of(
          "PROCESSING", List.of(),
          "INITIAL_MESSAGE_SENT", List.of("sent"),
          "PROCESSING_REPLY", List.of("sent", "reply"),
          "REPLY_SENT", List.of("sent", "reply", "answered"),
          "COMPLETED", List.of("completed"),
          "FAILED", List.of("failed"));

  @AutoClose private final DrivenOutreach outreach = new DrivenOutreach();

  @Test
  void shouldBeginAConversation() {
    outreach.send(START, request("r1").setRecipientEmail(EMAIL).setProjectData("{}").build());

    OutreachConversation begun = outreach.conversation();
    assertThat(begun.getRequest().getRecipientEmail()).isEqualTo(EMAIL);
    assertThat(begun.getRequest().getProjectData()).isEqualTo("{}");
    begun.setRequest(null);
    assertThat(begun.toString())
        .isEqualTo(
            "{\"primary_channel\": \"+447700900123\", \"conversation_id\":"
                + " \"ci-aaa-001#pi-aaa-001#r1#447700900123\", \"request\": null, \"status\":"
                + " \"PROCESSING\", \"messages\": [], \"created_at\": 1772323200000,"
                + " \"updated_at\": 1772323200000, \"router_version\": \"test\","
                + " \"processor_version\": \"test\", \"thread_id\": null, \"email_id\": null,"
                + " \"task_complete\": false, \"processing_time_ms\": null, \"function_call\":"
                + " false, \"function_call_type\": null, \"hand_off_to_human\": false,"
                + " \"hand_off_to_human_reason\": null, \"failure_reason\": null, \"ttl\": null,"
                + " \"rev\": 1177232320000}");
  }

  @Test
  void shouldHoldAConversationByMailWithTheAddress() {
    outreach.send(
        START,
        request("r1")
            .setChannelMethod(ChannelMethod.EMAIL)
            .setCompanySender("replies@company.example")
            .setRecipientEmail(EMAIL)
            .build());

    assertThat(outreach.topology.keys(OutreachTopics.CONVERSATIONS))
        .containsExactly("alex.doe@example.com#ci-aaa-001#pi-aaa-001#r1#alex.doe@example.com");
  }

  @Test
  void shouldBeginAConversationOnceWhateverARepeatSays() {
    outreach.send(START, request("r1").build());
    outreach.send(START.minusSeconds(60), request("r1").setProjectName("Other").build());
    outreach.send(START.plus(Duration.ofDays(3650)), request("r1").build());
    outreach.send(START, request("r2").build());

    assertThat(outreach.lines()).containsExactly("r1 PROCESSING", "r2 PROCESSING");
    assertThat(outreach.topology.metrics())
        .contains("tributary_processors_duplicates_total{topic=\"outreach.conversations\"} 2.0");
    assertThat(outreach.letters()).isEmpty();
  }

  /** - is what must not happen. */
  @ParameterizedTest
  @CsvSource(
      useHeadersInDisplayName = true,
      textBlock =
          """
          before,               sent,                 failed, reply,            answered,   hand-off,             call,                 completed
          PROCESSING,           INITIAL_MESSAGE_SENT, FAILED, PROCESSING,       -,          PROCESSING,           PROCESSING,           COMPLETED
          INITIAL_MESSAGE_SENT, -,                    -,      PROCESSING_REPLY, -,          INITIAL_MESSAGE_SENT, INITIAL_MESSAGE_SENT, COMPLETED
          PROCESSING_REPLY,     -,                    -,      PROCESSING_REPLY, REPLY_SENT, PROCESSING_REPLY,     PROCESSING_REPLY,     COMPLETED
          REPLY_SENT,           -,                    -,      PROCESSING_REPLY, -,          REPLY_SENT,           REPLY_SENT,           COMPLETED
          COMPLETED,            -,                    -,      COMPLETED,        -,          COMPLETED,            COMPLETED,            COMPLETED
          FAILED,               -,                    -,      FAILED,           -,          FAILED,               FAILED,               -
          """)
  void shouldLetHappenWhatMayAndNothingElse(ArgumentsAccessor row) {
    List<String> cells = row.toList().stream().map(String::valueOf).toList();
    for (int i = 0; i < HAPPENINGS.size(); i++) {
      assertMoves("r" + i, cells.get(0), HAPPENINGS.get(i), cells.get(i + 1));
    }
  }

  private void assertMoves(String requestId, String before, String happening, String after) {
    outreach.send(START, request(requestId).build());
    ROADS
        .getOrDefault(before, List.of())
        .forEach(step -> outreach.send(START, happening(requestId, step, step)));
    OutreachConversation known = outreach.conversation();
    assertThat(known.getStatus()).hasToString(before);

    outreach.send(START.plusSeconds(1), happening(requestId, happening, "last"));
    if (after.equals("-")) {
      assertThat(outreach.letters()).as(happening).containsExactly("ILLEGAL_TRANSITION");
      assertThat(outreach.conversations()).as(happening).isEmpty();
      assertThat(outreach.topology.stored("outreach.seen-messages-state"))
          .noneMatch(key -> key.endsWith(requestId + "#447700900123#last"));
    } else {
      assertThat(outreach.letters()).as(happening).isEmpty();
      OutreachConversation moved = outreach.conversation();
      assertThat(moved.getStatus()).as(happening).hasToString(after);
      assertThat(moved.getRev()).isEqualTo(known.getRev() + 1);
      assertThat(moved.getUpdatedAt()).isEqualTo(known.getUpdatedAt() + 1000);
    }
  }

  private static SpecificRecordBase happening(String requestId, String name, String id) {
    return switch (name) {
      case "sent" -> update(requestId, id, sent());
      case "failed" -> update(requestId, id, failed());
      case "answered" -> update(requestId, id, answered("m", "Hi"));
      case "hand-off" -> update(requestId, id, handOff("angry"));
      case "call" -> update(requestId, id, call("book"));
      case "completed" -> update(requestId, id, completed());
      default -> reply(requestId + id, "hello");
    };
  }

  @Test
  void shouldSayWhyATransitionIsIllegal() {
    outreach.send(START, request("r1").build());
    outreach.send(START, update("r1", "u1", answered("m1", "Hi")));

    assertThat(outreach.topology.headers(OutreachTopics.DEAD_LETTERS, RecordHeader.REASON))
        .containsExactly("a conversation that is processing must not become reply_sent");
  }

  @Test
  void shouldKeepWhatTheFirstMessageBrings() {
    outreach.send(START, request("r1").build());
    outreach.send(
        START.plusSeconds(5),
        update(
            "r1",
            "u1",
            InitialMessageSent.newBuilder()
                .setThreadId("thread_0001")
                .setEmailId("<m-1@company.example>")
                .setProcessingTimeMs(4200L)
                .setMessage(
                    AssistantMessage.newBuilder()
                        .setMessageId("m")
                        .setContent("Hello Alex\u2026")
                        .setAiPromptTokens(512L)
                        .setAiCompletionTokens(85L)
                        .setAiTotalTokens(597L)
                        .setProcessingTimeMs(900L)
                        .build())
                .build()));

    OutreachConversation conversation = outreach.conversation();
    assertThat(conversation.getTaskComplete()).isTrue();
    assertThat(conversation.getThreadId()).isEqualTo("thread_0001");
    assertThat(conversation.getEmailId()).isEqualTo("<m-1@company.example>");
    assertThat(conversation.getProcessingTimeMs()).isEqualTo(4200);
    assertThat(conversation.getUpdatedAt()).isEqualTo(1_772_323_205_000L);
    assertThat(conversation.getMessages())
        .extracting(Object::toString)
        .containsExactly(
            "{\"entry_id\": \"7eab337f-f231-5ca0-99c3-e2a71ead2370\", \"message_timestamp\":"
                + " 1772323205000, \"role\": \"ASSISTANT\", \"content\": \"Hello Alex\\u2026\","
                + " \"ai_prompt_tokens\": 512, \"ai_completion_tokens\": 85, \"ai_total_tokens\":"
                + " 597, \"processing_time_ms\": 900}");
  }

  @Test
  void shouldLetTheLastHandOffAndFunctionCallCount() {
    outreach.send(START, request("r1").build());
    outreach.send(START, update("r1", "u1", handOff("angry")));
    outreach.send(START, update("r1", "u2", call("book")));
    outreach.send(START, update("r1", "u3", call("cancel")));
    outreach.send(START, update("r1", "u4", handOff(null)));

    OutreachConversation conversation = outreach.conversation();
    assertThat(conversation.getHandOffToHuman()).isTrue();
    assertThat(conversation.getHandOffToHumanReason()).isNull();
    assertThat(conversation.getFunctionCall()).isTrue();
    assertThat(conversation.getFunctionCallType()).isEqualTo("cancel");
    assertThat(conversation.getTaskComplete()).isFalse();
  }

  @Test
  void shouldSayWhatFailedAndWhatIsComplete() {
    outreach.send(START, request("r1").build());
    outreach.send(START, update("r1", "u1", failed()));
    OutreachConversation failed = outreach.conversation();
    assertThat(failed.getFailureReason()).isEqualTo("number unknown");
    assertThat(failed.getTaskComplete()).isFalse();

    outreach.send(START, request("r2").build());
    outreach.send(START, update("r2", "u1", completed()));
    assertThat(outreach.conversation().getTaskComplete()).isTrue();
  }

  @Test
  void shouldTakeAnUpdateOnceInThirtyDaysAlsoWhereItWouldBeIllegalNow() {
    outreach.send(START, request("r1").build());
    outreach.send(START, update("r1", "u1", sent()));
    outreach.send(START.minusSeconds(60), update("r1", "u1", sent()));
    outreach.send(START.plus(MONTH).minusMillis(1), update("r1", "u1", handOff(null)));
    assertThat(outreach.lines()).containsExactly("r1 PROCESSING", "r1 INITIAL_MESSAGE_SENT");
    assertThat(outreach.topology.metrics())
        .contains("tributary_processors_duplicates_total{topic=\"outreach.conversations\"} 2.0");
    assertThat(outreach.letters()).isEmpty();

    outreach.send(START.plus(MONTH), update("r1", "u1", sent()));
    assertThat(outreach.letters()).containsExactly("ILLEGAL_TRANSITION");
  }

  @Test
  void shouldTakeAnUpdateThatWasIllegalOnceItIsNot() {
    outreach.send(START, request("r1").build());
    outreach.send(START, update("r1", "u2", answered("m2", "Hi")));
    outreach.send(START, update("r1", "u1", sent()));
    outreach.send(START, reply("SM1", "hello"));
    outreach.send(START, update("r1", "u2", answered("m2", "Hi")));

    assertThat(outreach.lines())
        .containsExactly(
            "r1 PROCESSING",
            "r1 INITIAL_MESSAGE_SENT",
            "r1 PROCESSING_REPLY USER hello",
            "r1 REPLY_SENT USER hello,ASSISTANT Hi");
  }

  @Test
  void shouldTellUpdatesOfTwoConversationsApart() {
    outreach.send(START, request("r1").build());
    outreach.send(START, request("r2").build());
    outreach.send(START, update("r1", "u1", sent()));
    outreach.send(START, update("r2", "u1", sent()));

    assertThat(outreach.lines())
        .endsWith("r1 INITIAL_MESSAGE_SENT", "r2 INITIAL_MESSAGE_SENT")
        .hasSize(4);
  }

  @Test
  void shouldBuryAnUpdateOfNothingAndTakeItOnceTheConversationIsThere() {
    outreach.send(START, update("r1", "u1", sent()));
    assertThat(outreach.letters()).containsExactly("CONVERSATION_NOT_FOUND");

    outreach.send(START, request("r1").build());
    outreach.send(START, update("r1", "u1", sent()));
    assertThat(outreach.lines()).containsExactly("r1 PROCESSING", "r1 INITIAL_MESSAGE_SENT");
  }

  @Test
  void shouldNeverTurnBackTheClockOfAConversation() {
    outreach.send(START, request("r1").build());
    outreach.send(START.minusSeconds(9), update("r1", "u1", sent()));

    OutreachConversation conversation = outreach.conversation();
    assertThat(conversation.getUpdatedAt()).isEqualTo(START.toEpochMilli());
    assertThat(conversation.getCreatedAt()).isEqualTo(START.toEpochMilli());
  }

  @Test
  void shouldLiveAsLongAsItsLastChangeLetsItAndBeginAfreshAboveWhatItWas() {
    Instant end = START.plusSeconds(100 + 3600);
    outreach.send(START, request("r1").setLife(3600L).build());
    outreach.send(START.plusSeconds(100), update("r1", "u1", handOff("angry")));
    OutreachConversation known = outreach.conversation();
    assertThat(known.getTtl()).isEqualTo(end.getEpochSecond());

    outreach.send(end.minusMillis(1), request("r1").build());
    assertThat(outreach.conversations()).isEmpty();
    outreach.send(end, update("r1", "u2", completed()));
    outreach.send(end, reply("SM1", "hello"));
    assertThat(outreach.letters())
        .containsExactly("CONVERSATION_NOT_FOUND", "CONVERSATION_NOT_FOUND");

    outreach.send(end, request("r1").build());
    OutreachConversation again = outreach.conversation();
    assertThat(again.getHandOffToHuman()).isFalse();
    assertThat(again.getCreatedAt()).isEqualTo(end.toEpochMilli());
    assertThat(again.getTtl()).isNull();
    assertThat(again.getRev()).isGreaterThan(known.getRev());
    outreach.send(end, reply("SM1", "hello"));
    assertThat(outreach.lines()).containsExactly("r1 PROCESSING USER hello");

    // its life before had an update of that id
    outreach.send(end, update("r1", "u1", handOff("angry again")));
    outreach.send(end, update("r1", "u1", handOff("angry again")));
    assertThat(outreach.conversation().getHandOffToHumanReason()).isEqualTo("angry again");
  }

  @Test
  void shouldForgetADeadConversationWithATombstone() {
    outreach.send(START, request("r1").setLife(3600L).build());
    outreach.send(START, request("r2").build());
    outreach.conversations();
    Instant later = START.plusSeconds(3600).plus(Duration.ofDays(1));
    outreach.advance(Duration.ofDays(3));
    outreach.send(later.minusSeconds(1), update("r2", "u1", handOff(null)));
    outreach.advance(Duration.ofSeconds(5));
    assertThat(outreach.conversations()).hasSize(1);

    outreach.send(later, update("r2", "u2", handOff(null)));
    outreach.conversations();
    outreach.advance(Duration.ofSeconds(5));
    List<TestRecord<byte[], byte[]>> forgotten =
        outreach.topology.records(OutreachTopics.CONVERSATIONS);
    assertThat(forgotten).hasSize(1);
    assertThat(new String(forgotten.get(0).key(), StandardCharsets.UTF_8))
        .isEqualTo(TEL + "#" + conversation("r1"));
    assertThat(forgotten.get(0).value()).isNull();
    assertThat(outreach.topology.stored("outreach.conversations-state"))
        .containsExactly(TEL + "#" + conversation("r2"));
  }
}
