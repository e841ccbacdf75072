package io.tributary.processors;

import static io.tributary.processors.DrivenTopology.START;
import static io.tributary.processors.Events.THREAD;
import static io.tributary.processors.Events.event;
import static io.tributary.processors.Events.question;
import static io.tributary.schemas.topic.HistoryTopics.EVENTS;
import static io.tributary.schemas.topic.HistoryTopics.MESSAGES;
import static io.tributary.schemas.topic.HistoryTopics.THREADS;
import static org.assertj.core.api.Assertions.assertThat;

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
  void shouldGiveRecordsTheHeadersOfTheirFact() {
    topology.send(EVENTS, THREAD, event("fact-7", START, question("m1", TIME)));

    assertThat(topology.records(THREADS))
        .singleElement()
        .satisfies(
            record -> assertThat(RecordHeader.FACT_ID.get(record.headers())).contains("fact-7"));
  }

  @Test
  void shouldCountTheFirstEventOfAMessageOnly() {
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
