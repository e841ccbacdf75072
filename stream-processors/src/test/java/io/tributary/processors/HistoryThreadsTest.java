package io.tributary.processors;

import static io.tributary.processors.DrivenTopology.START;
import static io.tributary.processors.Events.THREAD;
import static io.tributary.processors.Events.UP;
import static io.tributary.processors.Events.answer;
import static io.tributary.processors.Events.details;
import static io.tributary.processors.Events.event;
import static io.tributary.processors.Events.feedback;
import static io.tributary.processors.Events.question;
import static io.tributary.schemas.topic.HistoryTopics.EVENTS;
import static io.tributary.schemas.topic.HistoryTopics.MESSAGES;
import static io.tributary.schemas.topic.HistoryTopics.THREADS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.history.HistoryMessage;
import io.tributary.avro.history.HistoryThread;
import io.tributary.avro.history.PostedMessage;
import io.tributary.schemas.header.RecordHeader;
import io.tributary.schemas.key.history.ThreadKey;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.HistoryTopics;
import java.time.Duration;
import java.time.Instant;
import org.apache.avro.specific.SpecificRecordBase;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class HistoryThreadsTest {

  private static final long TIME = 1_772_323_200_000L;
  private static final Duration DAY = Duration.ofDays(1);

  @AutoClose private final DrivenTopology topology = new DrivenTopology(Family.HISTORY);

  @Test
  void shouldChangeNamedMembersOnly() {
    send(START, question("m1", TIME));
    send(START.plusSeconds(1), details("one", null, null));
    send(START.plusSeconds(2), details(null, "web", null));
    send(START.plusSeconds(3), details("one", "web", false));
    send(START.plusSeconds(4), details(null, null, null));
    send(START.minusSeconds(50), details("two", null, null));

    assertThat(topology.values(THREADS).stream().map(HistoryThreadsTest::summary))
        .containsExactly(
            "null null false 1803859200 1772323200000 1177232320000",
            "one null false 1803859201 1772323201000 1177232320001",
            "one web false 1803859202 1772323202000 1177232320002",
            "two web false 1803859202 1772323202000 1177232320003");
  }

  @Test
  void shouldGiveLiveMessagesTheNewLifeWhenATemporaryThreadIsKept() {
    send(START, details(null, null, true));
    send(START.plusSeconds(1), question("m1", TIME));
    send(START.plusSeconds(2), answer("m1", TIME));
    send(START.plusSeconds(3), answer("m2", TIME));
    topology.values(MESSAGES);
    send(START.plusSeconds(86_401), details(null, null, false));

    assertThat(topology.values(MESSAGES).stream().map(HistoryThreadsTest::summary))
        .containsExactly(
            "m1 assistant 1803945601 1772323202000 1772409601000 1177232320201",
            "m2 assistant 1803945601 1772323203000 1772409601000 1177232320301");
    assertThat(topology.values(THREADS).get(4).getExpiryTimeS()).isEqualTo(1_803_945_601L);
  }

  @Test
  void shouldRefuseToChangeMoreThanOneTransactionTakes() {
    String mebibyte = "x".repeat(1024 * 1024);
    for (int i = 0; i < 31; i++) {
      PostedMessage large = answer("m" + i, TIME);
      large.setContent(mebibyte);
      send(START, large);
    }
    topology.values(MESSAGES);
    send(START, details(null, null, true));
    assertThat(topology.values(MESSAGES)).hasSize(31);

    PostedMessage more = answer("m31", TIME);
    more.setContent(mebibyte);
    send(START, more);
    topology.values(MESSAGES);
    topology.values(THREADS);
    send(START, details("kept", null, false));

    assertThat(topology.values(MESSAGES)).isEmpty();
    assertThat(topology.values(THREADS)).isEmpty();
    assertThat(topology.records(HistoryTopics.DEAD_LETTERS))
        .singleElement()
        .extracting(deadLetter -> RecordHeader.CODE.get(deadLetter.headers()).orElseThrow())
        .isEqualTo("LIMIT_EXCEEDED");
    send(START, details("kept", null, null));
    assertThat(topology.values(THREADS).stream().map(HistoryThread::getTitle))
        .containsExactly("kept");
  }

  @Test
  void shouldLeaveMessagesOfThreadsAloneWhoseKeysBeginAlike() {
    ThreadKey three = ThreadKey.of("a", null, "b", "c");
    ThreadKey four = ThreadKey.of("a", "b", "c", "LLM");
    topology.send(EVENTS, three, event(three, "f", START, answer("m1", TIME)));
    topology.send(EVENTS, four, event(four, "f", START, answer("m1", TIME)));
    topology.values(MESSAGES);
    topology.send(EVENTS, three, event(three, "f", START, details(null, null, true)));

    assertThat(topology.keys(MESSAGES)).containsExactly("a#b#c#LLM#0000001772323200000#m1");
    topology.send(EVENTS, four, event(four, "f", START, feedback("x", UP)));
    Instant late = START.plusSeconds(601);
    topology.send(EVENTS, three, event(three, "f", late, answer("x", TIME)));
    topology.send(EVENTS, four, event(four, "f", START, answer("x", TIME)));
    assertThat(topology.values(MESSAGES).stream().map(HistoryThreadsTest::feedbackOf))
        .containsExactly("c null", "LLM null", "LLM up");
  }

  @Test
  void shouldStartAfreshOnceALifeHasEnded() {
    send(START, details("first", "web", true));
    send(START, question("m1", TIME));
    send(START.plus(DAY).minusMillis(1), question("m2", TIME + 1));
    send(START.plus(DAY), question("m1", TIME + 2));
    send(START.plus(DAY).plus(DAY), question("m1", TIME + 3));

    assertThat(topology.values(THREADS).stream().skip(2).map(HistoryThreadsTest::summary))
        .containsExactly(
            "first web true 1772495999 1772409599999 1177232320002",
            "first web true 1772496000 1772409600000 1177232320003",
            "null null false 1804032000 1772496000000 1177249600000");
    assertThat(topology.values(MESSAGES).stream().map(HistoryThreadsTest::summary))
        .containsExactly(
            "m1 user 1772409600 1772323200000 1772323200000 1177232320000",
            "m2 user 1772495999 1772409599999 1772409599999 1177240959900",
            "m1 user 1772496000 1772409600000 1772409600000 1177240960000",
            "m1 user 1804032000 1772496000000 1772496000000 1177249600000");
  }

  @Test
  void shouldForgetStatesADayAfterTheirEndByBothClocks() {
    send(START, details(null, null, true));
    send(START, question("m1", TIME));
    topology.advance(Duration.ofDays(3));
    assertThat(topology.stored("history.messages-state")).hasSize(1);
    assertThat(topology.stored("history.threads-state")).hasSize(1);

    ThreadKey other = ThreadKey.of("org123", "tenantA", "user456", "other");
    Instant twoDays = START.plus(DAY).plus(DAY);
    topology.send(EVENTS, other, event(other, "f", twoDays.minusMillis(1), question("m", TIME)));
    topology.advance(Duration.ofSeconds(5));
    assertThat(topology.stored("history.messages-state")).hasSize(2);
    topology.send(EVENTS, other, event(other, "f", twoDays, question("n", TIME)));
    topology.advance(Duration.ofSeconds(5));

    assertThat(topology.stored("history.messages-state"))
        .containsExactly(
            "org123#tenantA#user456#other#MSG#m", "org123#tenantA#user456#other#MSG#n");
    assertThat(topology.stored("history.threads-state"))
        .containsExactly("org123#tenantA#user456#other");
  }

  @Test
  void shouldForgetNothingWhenAGatewaysClockJumps() {
    ThreadKey other = ThreadKey.of("org123", "tenantA", "user456", "other");
    Instant far = START.plus(Duration.ofDays(4000));
    send(START, question("m1", TIME));
    topology.send(EVENTS, other, event(other, "f", far, question("m", TIME)));
    topology.advance(Duration.ofHours(1));

    assertThat(topology.stored("history.messages-state")).hasSize(2);
  }

  private static String feedbackOf(HistoryMessage message) {
    return message.getThreadId() + " " + message.getVerso();
  }

  private static String summary(HistoryThread thread) {
    return "%s %s %s %d %d %d"
        .formatted(
            thread.getTitle(),
            thread.getOrigin(),
            thread.getIsTemporary(),
            thread.getExpiryTimeS(),
            thread.getUpdatedAtMs(),
            thread.getRev());
  }

  private static String summary(HistoryMessage message) {
    return "%s %s %d %d %d %d"
        .formatted(
            message.getMessageId(),
            message.getRole(),
            message.getExpiryTimeS(),
            message.getCreatedAtMs(),
            message.getUpdatedAtMs(),
            message.getRev());
  }

  private void send(Instant acceptedAt, SpecificRecordBase what) {
    topology.send(EVENTS, THREAD, event("fact-1", acceptedAt, what));
  }
}
