package io.tributary.processors;

import static io.tributary.processors.DrivenTopology.START;
import static io.tributary.processors.Events.THREAD;
import static io.tributary.processors.Events.UP;
import static io.tributary.processors.Events.answer;
import static io.tributary.processors.Events.event;
import static io.tributary.processors.Events.feedback;
import static io.tributary.processors.Events.question;
import static io.tributary.processors.Events.tick;
import static io.tributary.schemas.topic.HistoryTopics.DEAD_LETTERS;
import static io.tributary.schemas.topic.HistoryTopics.EVENTS;
import static io.tributary.schemas.topic.HistoryTopics.FEEDBACK;
import static io.tributary.schemas.topic.HistoryTopics.MESSAGES;
import static io.tributary.schemas.topic.HistoryTopics.THREADS;
import static io.tributary.schemas.topic.HistoryTopics.WAITS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.envelope.ClockTick;
import io.tributary.avro.envelope.WaitingFact;
import io.tributary.avro.history.HistoryEvent;
import io.tributary.avro.history.HistoryFeedback;
import io.tributary.avro.history.HistoryMessage;
import io.tributary.schemas.format.SingleObjectFormat;
import io.tributary.schemas.header.RecordHeader;
import io.tributary.schemas.topic.Family;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class HistoryFeedbackTest {

  private static final long TIME = 1_772_323_200_000L;
  private static final Duration TEN_MINUTES = Duration.ofMinutes(10);

  @AutoClose private final DrivenTopology topology = new DrivenTopology(Family.HISTORY);

  @Test
  void shouldClearNullsKeepAbsentMembersAndIgnoreEqualValues() {
    send(START, answer("m1", TIME));
    send(START.plusSeconds(1), feedback("m1", UP, "fine"));
    send(START.plusSeconds(2), feedback("m1", UP));
    send(START.plusSeconds(3), feedback("m1", null));
    send(START.plusSeconds(4), feedback("m1", null, null));
    send(START.plusSeconds(5), feedback("m1", null, null));

    List<HistoryMessage> states = topology.values(MESSAGES);
    assertThat(states.stream().skip(1).map(HistoryFeedbackTest::rating))
        .containsExactly(
            "up fine 1772323201000 1177232320001",
            "null fine 1772323203000 1177232320002",
            "null null 1772323204000 1177232320003");
    assertThat(topology.values(FEEDBACK)).hasSize(3);
  }

  @Test
  void shouldLetFeedbackWaitForItsMessageAndApplyItWithItsOwnTimeAndHeaders() {
    topology.send(EVENTS, THREAD, event("fact-f", START, feedback("m1", UP)));
    WaitingFact waiting = topology.values(WAITS).get(0);
    assertThat(waiting.getTopic()).isEqualTo("history.events");
    assertThat(waiting.getOffset()).isEqualTo(0);
    assertThat(waiting.getAwaited()).isEqualTo("m1");
    assertThat(waiting.getAcceptedAtMs()).isEqualTo(1_772_323_200_000L);
    assertThat(waiting.getKey()).isEqualTo("org123#tenantA#user456#thread789");
    assertThat(topology.values(MESSAGES)).isEmpty();
    assertThat(topology.values(THREADS)).isEmpty();

    topology.send(EVENTS, THREAD, event("fact-m", START.minusSeconds(9), answer("m1", TIME)));

    List<TestRecord<byte[], byte[]>> messages = topology.records(MESSAGES);
    assertThat(messages.stream().map(r -> RecordHeader.FACT_ID.get(r.headers()).orElse("")))
        .containsExactly("fact-m", "fact-f");
    HistoryMessage rated = decoded(HistoryMessage.class, messages.get(1));
    assertThat(rated.getVerso()).isEqualTo(UP);
    assertThat(rated.getUpdatedAtMs()).isEqualTo(1_772_323_200_000L);
    assertThat(topology.values(FEEDBACK)).hasSize(1);
    assertEnded("org123#tenantA#user456#thread789#0000000000000000000");
    assertThat(topology.records(DEAD_LETTERS)).isEmpty();
  }

  @Test
  void shouldWaitExactlyTenMinutes() {
    send(START, feedback("in time", UP));
    send(START.minusMillis(1), feedback("late", UP));
    send(START.plus(TEN_MINUTES), question("in time", TIME));
    send(START.plus(TEN_MINUTES), question("late", TIME));

    assertThat(topology.values(FEEDBACK).stream().map(HistoryFeedback::getMessageId))
        .containsExactly("in time");
    assertThat(topology.values(MESSAGES)).hasSize(3);
    assertDeadLetter("history.events/0/1");
  }

  @Test
  void shouldTickAThreadThatIsSilentOnceForAllThatWaitInIt() {
    topology.send(EVENTS, THREAD, event("fact-f", START, feedback("m1", UP)));
    topology.send(EVENTS, THREAD, event("fact-g", START, feedback("m2", UP)));
    topology.advance(TEN_MINUTES);
    assertThat(topology.records(EVENTS)).isEmpty();
    topology.advance(Duration.ofSeconds(5));

    List<TestRecord<byte[], byte[]>> ticks = topology.records(EVENTS);
    assertThat(ticks).hasSize(1);
    assertThat(new String(ticks.get(0).key(), StandardCharsets.UTF_8))
        .isEqualTo("org123#tenantA#user456#thread789");
    HistoryEvent tick = decoded(HistoryEvent.class, ticks.get(0));
    assertThat(tick.getEvent()).isInstanceOf(ClockTick.class);
    assertThat(tick.getEnvelope().getAcceptedAtMs()).isEqualTo(1_772_323_805_000L);
    assertThat(tick.getEnvelope().getCaller()).isEqualTo("stream-processors");
    assertThat(tick.getEnvelope().getRequestId()).isEqualTo("request-1");
    assertThat(tick.getEnvelope().getFactId()).isEqualTo("e96e0b0d-e610-3466-978e-b132954473f1");
    assertThat(RecordHeader.FACT_ID.get(ticks.get(0).headers()))
        .contains(tick.getEnvelope().getFactId());
    assertThat(topology.records(DEAD_LETTERS)).hasSize(2);
    assertThat(topology.records(WAITS)).hasSize(4);
    topology.advance(TEN_MINUTES);
    assertThat(topology.records(EVENTS)).isEmpty();
  }

  private void assertDeadLetter(String origin) {
    assertThat(topology.records(DEAD_LETTERS).stream())
        .singleElement()
        .satisfies(
            deadLetter -> {
              assertThat(RecordHeader.CODE.get(deadLetter.headers())).contains("MESSAGE_NOT_FOUND");
              assertThat(RecordHeader.ORIGIN.get(deadLetter.headers())).contains(origin);
            });
  }

  private void assertEnded(String key) {
    assertThat(topology.records(WAITS).stream())
        .singleElement()
        .satisfies(
            tombstone -> {
              assertThat(new String(tombstone.key(), StandardCharsets.UTF_8)).isEqualTo(key);
              assertThat(Optional.ofNullable(tombstone.value())).isEmpty();
            });
  }

  private static String rating(HistoryMessage message) {
    return message.getVerso()
        + " "
        + message.getFeedback()
        + " "
        + message.getUpdatedAtMs()
        + " "
        + message.getRev();
  }

  private static <V extends SpecificRecordBase> V decoded(
      Class<V> type, TestRecord<byte[], byte[]> record) {
    return SingleObjectFormat.ofReleases().decode(type, record.value());
  }

  private void send(Instant acceptedAt, SpecificRecordBase what) {
    topology.send(EVENTS, THREAD, event("fact-1", acceptedAt, what));
  }
}
