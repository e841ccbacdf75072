package io.tributary.processors;

import static io.tributary.processors.DrivenTopology.START;
import static io.tributary.processors.outreach.OutreachFacts.EMAIL;
import static io.tributary.processors.outreach.OutreachFacts.answered;
import static io.tributary.processors.outreach.OutreachFacts.conversation;
import static io.tributary.processors.outreach.OutreachFacts.request;
import static io.tributary.processors.outreach.OutreachFacts.update;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.outreach.AssistantMessage;
import io.tributary.avro.outreach.ChannelMethod;
import io.tributary.avro.outreach.InitialMessageSent;
import io.tributary.avro.outreach.OutreachConversation;
import io.tributary.schemas.header.RecordHeader;
import io.tributary.schemas.topic.OutreachTopics;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class OutreachConversationsTest {

  @AutoClose private final DrivenOutreach outreach = new DrivenOutreach();

  @Test
  void shouldBeginAConversation() {
    outreach.send(START, request("r1").setRecipientEmail(EMAIL).setProjectDataJson("{}").build());

    OutreachConversation begun = outreach.conversation();
    assertThat(begun.getRequest().getRecipientEmail()).isEqualTo(EMAIL);
    assertThat(begun.getRequest().getProjectDataJson()).isEqualTo("{}");
    begun.setRequest(null);
    assertThat(begun.toString())
        .isEqualTo(
            "{\"primary_channel\": \"+447700900123\", \"conversation_id\":"
                + " \"ci-aaa-001#pi-aaa-001#r1#447700900123\", \"request\": null, \"status\":"
                + " \"processing\", \"messages\": [], \"created_at_ms\": 1772323200000,"
                + " \"updated_at_ms\": 1772323200000, \"router_version\": \"test\","
                + " \"processor_version\": \"test\", \"thread_id\": null, \"email_id\": null,"
                + " \"task_complete\": false, \"processing_time_ms\": null, \"function_call\":"
                + " false, \"function_call_type\": null, \"hand_off_to_human\": false,"
                + " \"hand_off_to_human_reason\": null, \"failure_reason\": null, \"expires_at_s\": null,"
                + " \"rev\": 1177232320000}");
  }

  @Test
  void shouldHoldAConversationByMailWithTheAddress() {
    outreach.send(
        START,
        request("r1")
            .setChannelMethod(ChannelMethod.email)
            .setCompanySender("replies@company.example")
            .setRecipientEmail(EMAIL)
            .build());

    assertThat(outreach.topology.keys(OutreachTopics.CONVERSATIONS))
        .containsExactly("alex.doe@example.com#ci-aaa-001#pi-aaa-001#r1#alex.doe@example.com");
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
    assertThat(conversation.getUpdatedAtMs()).isEqualTo(1_772_323_205_000L);
    assertThat(conversation.getMessages())
        .extracting(Object::toString)
        .containsExactly(
            "{\"entry_id\": \"7eab337f-f231-5ca0-99c3-e2a71ead2370\", \"message_id\":"
                + " \"m\", \"message_timestamp_ms\": 1772323205000, \"role\": \"assistant\", \"content\": \"Hello Alex\\u2026\","
                + " \"ai_prompt_tokens\": 512, \"ai_completion_tokens\": 85, \"ai_total_tokens\":"
                + " 597, \"processing_time_ms\": 900}");
  }
}
