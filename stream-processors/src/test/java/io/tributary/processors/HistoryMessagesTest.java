package io.tributary.processors;

import static io.tributary.processors.DrivenTopology.START;
import static io.tributary.processors.Events.THREAD;
import static io.tributary.processors.Events.UP;
import static io.tributary.processors.Events.answer;
import static io.tributary.processors.Events.event;
import static io.tributary.processors.Events.feedback;
import static io.tributary.processors.Events.question;
import static io.tributary.schemas.topic.HistoryTopics.EVENTS;
import static io.tributary.schemas.topic.HistoryTopics.FEEDBACK;
import static io.tributary.schemas.topic.HistoryTopics.MESSAGES;
import static io.tributary.schemas.topic.HistoryTopics.THREADS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.history.HistoryMessage;
import io.tributary.avro.history.MessageRole;
import io.tributary.avro.history.PostedMessage;
import io.tributary.schemas.header.RecordHeader;
import io.tributary.schemas.topic.Family;
import java.time.Instant;
import org.apache.avro.specific.SpecificRecordBase;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class HistoryMessagesTest {

  private static final long TIME = 1_772_323_200_000L;

  @AutoClose private final DrivenTopology topology = new DrivenTopology(Family.HISTORY);

  @Test
  void shouldTurnTheDocumentedExampleIntoAMessageWithItsFeedback() {
    Instant documented = Instant.parse("2025-12-10T12:34:56Z");
    send(documented, question("msg_abc123", 1_234_567_890_123L));
    send(documented, feedback("msg_abc123", UP, "Helpful answer"));

    assertThat(topology.keys(FEEDBACK))
        .containsExactly("org123#tenantA#user456#thread789#MSG#0000001234567890123#msg_abc123");
    HistoryMessage message = topology.values(MESSAGES).get(1);
    assertThat(message.toString())
        .isEqualTo(
            "{\"org_id\": \"org123\", \"tenant_id\": \"tenantA\", \"user_id\": \"user456\","
                + " \"thread_id\": \"thread789\", \"message_id\": \"msg_abc123\", \"role\":"
                + " \"user\", \"timestamp_ms\": 1234567890123, \"content\": \"Here's an example with"
                + " an apostrophe\", \"content_json\": null, \"stop_reason\": null,"
                + " \"response_metadata_json\": null,"
                + " \"sources_json\": null, \"verso\": \"up\", \"feedback\": \"Helpful answer\","
                + " \"expiry_time_s\": 1796906096, \"created_at_ms\": 1765370096000, \"updated_at_ms\":"
                + " 1765370096000, \"rev\": 1176537009601}");
  }

  @Test
  void shouldKeepAllThatAnAssistantSays() {
    PostedMessage said =
        PostedMessage.newBuilder(answer("a1", TIME))
            .setContent(null)
            .setContentJson("[{\"type\":\"text\",\"text\":\"<b>\"}]")
            .setStopReason("end_turn")
            .setResponseMetadataJson("{\"model\":\"m1\"}")
            .setSourcesJson("[{\"title\":\"Doc\"}]")
            .build();
    send(START, said);

    HistoryMessage message = topology.values(MESSAGES).get(0);
    assertThat(message.getRole()).isEqualTo(MessageRole.assistant);
    assertThat(message.getContentJson()).isEqualTo("[{\"type\":\"text\",\"text\":\"<b>\"}]");
    assertThat(message.getStopReason()).isEqualTo("end_turn");
    assertThat(message.getResponseMetadataJson()).isEqualTo("{\"model\":\"m1\"}");
    assertThat(message.getSourcesJson()).isEqualTo("[{\"title\":\"Doc\"}]");
    assertThat(message.getVerso()).isNull();
    assertThat(message.getFeedback()).isNull();
    assertThat(topology.keys(THREADS)).containsExactly("org123#tenantA#user456#thread789");
  }

  @Test
  void shouldGiveRecordsTheHeadersOfTheirFact() {
    topology.send(EVENTS, THREAD, event("fact-7", START, question("m1", TIME)));

    assertThat(topology.records(THREADS))
        .singleElement()
        .satisfies(
            record -> assertThat(RecordHeader.FACT_ID.get(record.headers())).contains("fact-7"));
  }

  @Test
  void shouldLetTheFirstEventOfAMessageCountWhateverARetrySays() {
    send(START, question("m1", TIME));
    send(
        START.plusSeconds(60),
        PostedMessage.newBuilder(question("m1", TIME + 5)).setContent("changed").build());

    assertThat(topology.values(MESSAGES)).hasSize(1);
    assertThat(topology.values(THREADS))
        .singleElement()
        .satisfies(
            thread -> {
              assertThat(thread.getUserMessageCount()).isEqualTo(1);
              assertThat(thread.getUpdatedAtMs()).isEqualTo(1_772_323_200_000L);
              assertThat(thread.getExpiryTimeS()).isEqualTo(1_803_859_200L);
            });
    assertThat(topology.metrics())
        .contains("tributary_processors_duplicates_total{topic=\"history.messages\"} 1.0");
  }

  private void send(Instant acceptedAt, SpecificRecordBase what) {
    topology.send(EVENTS, THREAD, event("fact-1", acceptedAt, what));
  }
}
