package io.tributary.processors;

import static io.tributary.processors.DrivenTopology.START;
import static io.tributary.processors.Events.THREAD;
import static io.tributary.processors.Events.UP;
import static io.tributary.processors.Events.answer;
import static io.tributary.processors.Events.details;
import static io.tributary.processors.Events.event;
import static io.tributary.processors.Events.feedback;
import static io.tributary.processors.Events.living;
import static io.tributary.processors.Events.question;
import static io.tributary.schemas.topic.HistoryTopics.DEAD_LETTERS;
import static io.tributary.schemas.topic.HistoryTopics.EVENTS;
import static io.tributary.schemas.topic.HistoryTopics.FEEDBACK;
import static io.tributary.schemas.topic.HistoryTopics.MESSAGES;
import static io.tributary.schemas.topic.HistoryTopics.THREADS;
import static io.tributary.schemas.topic.HistoryTopics.WAITS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.history.HistoryEvent;
import io.tributary.avro.history.PostedMessage;
import io.tributary.schemas.framing.SingleObjectFraming;
import io.tributary.schemas.topic.Family;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.apache.avro.specific.SpecificRecordBase;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Events that no gateway of ours can have accepted: each is a dead letter, and nothing else. */
final class HistoryPoisonTest {

  private static final long TIME = 1_772_323_200_000L;

  @AutoClose private final DrivenTopology topology = new DrivenTopology(Family.HISTORY);

  @Test
  void shouldBuryIdsThatBreakKeys() {
    send(event("f", START, question("a#b", TIME)));
    send(event("f", START, feedback("", UP)));
    HistoryEvent strange = event("f", START, question("m1", TIME));
    strange.setUserId("tab\there");
    send(strange);

    assertLetters("INVALID_KEY", "INVALID_KEY", "INVALID_KEY");
    assertNothingHappened();
  }

  @Test
  void shouldBuryAnEventUnderAnotherThreadsKey() {
    HistoryEvent other = event("f", START, question("m1", TIME));
    other.setThreadId("other");
    send(other);

    assertLetters("INVALID_KEY");
    assertNothingHappened();
  }

  @Test
  void shouldBuryTimesAndLivesOutOfRange() {
    send(event("f", Instant.ofEpochMilli(-1), question("m1", TIME)));
    send(event("f", Instant.ofEpochMilli(Long.MAX_VALUE), details("t", null, null)));
    send(event("f", Instant.ofEpochMilli(Long.MIN_VALUE), feedback("m1", UP)));
    send(event("f", START, question("m1", -5)));
    send(event("f", START, question("m1", 10_000_000_000_000L)));
    send(living(0, 1, event("f", START, question("m1", TIME))));
    send(living(1, Long.MAX_VALUE, event("f", START, question("m1", TIME))));
    send(living(-1, 1, event("f", START, Events.tick())));

    assertLetters(
        "INVALID_VALUE",
        "INVALID_VALUE",
        "INVALID_VALUE",
        "INVALID_VALUE",
        "INVALID_VALUE",
        "INVALID_VALUE",
        "INVALID_VALUE",
        "INVALID_VALUE");
    assertNothingHappened();
  }

  @Test
  void shouldEndNoWaitByAnEventThatIsNoGood() {
    send(event("f", START, feedback("m1", UP)));
    send(event("f", Instant.ofEpochMilli(Long.MAX_VALUE), question("m1", TIME)));
    send(event("f", START.plusSeconds(3600), question("a#b", TIME)));
    assertLetters("INVALID_VALUE", "INVALID_KEY");
    send(event("f", START.plusSeconds(1), question("m1", TIME)));

    assertThat(topology.values(FEEDBACK)).hasSize(1);
  }

  @Test
  void shouldTakeTheLongestLivesAndTheLatestTimes() {
    Instant last = Instant.ofEpochMilli(9_999_999_999_999L);
    send(living(9_999_999_999L, 9_999_999_999L, event("f", last, question("m1", TIME))));

    assertThat(topology.values(MESSAGES).get(0).getExpiryTime()).isEqualTo(19_999_999_998L);
    assertThat(topology.values(THREADS).get(0).getRev()).isEqualTo(1_999_999_999_900L);
  }

  @Test
  void shouldBuryFeedbackThatMakesItsMessageTooLargeForItsTopicAndGoOn() {
    String large = "x".repeat(1_100_000);
    send(event("f", START, PostedMessage.newBuilder(answer("m1", TIME)).setContent(large).build()));
    send(event("f", START, feedback("m1", UP, large)));
    send(event("f", START, feedback("m1", UP, "fine")));

    assertLetters("LIMIT_EXCEEDED");
    assertThat(topology.values(MESSAGES))
        .hasSize(2)
        .last()
        .satisfies(message -> assertThat(message.getFeedback()).isEqualTo("fine"));
    assertThat(topology.values(FEEDBACK)).hasSize(1);
  }

  @Test
  void shouldNotMakeAThreadForAMessageThatIsTooLarge() {
    String large = "x".repeat(2 * 1024 * 1024);
    send(event("f", START, PostedMessage.newBuilder(answer("m1", TIME)).setContent(large).build()));

    assertLetters("LIMIT_EXCEEDED");
    assertNothingHappened();
  }

  @Test
  void shouldBuryWhatIsNoEvent() {
    byte[] key = "org123#tenantA#user456#thread789".getBytes(StandardCharsets.UTF_8);
    topology.sendBytes(EVENTS, key, "no event".getBytes(StandardCharsets.UTF_8));
    topology.sendBytes(EVENTS, key, null);
    topology.sendBytes(EVENTS, null, bytes(event("f", START, question("m1", TIME))));
    topology.sendBytes(EVENTS, key, bytes(question("m1", TIME)));

    assertLetters("UNDECODABLE", "UNDECODABLE", "INVALID_KEY", "UNDECODABLE");
    assertNothingHappened();
  }

  private static byte[] bytes(SpecificRecordBase value) {
    return SingleObjectFraming.ofReleases().encode(value);
  }

  private void assertLetters(String... codes) {
    assertThat(topology.codes(DEAD_LETTERS)).containsExactly(codes);
  }

  private void assertNothingHappened() {
    assertThat(topology.records(MESSAGES)).isEmpty();
    assertThat(topology.records(THREADS)).isEmpty();
    assertThat(topology.records(WAITS)).isEmpty();
    assertThat(topology.stored("history.messages-state")).isEmpty();
    assertThat(topology.stored("history.threads-state")).isEmpty();
    assertThat(topology.stored("history.waits-state")).isEmpty();
  }

  private void send(HistoryEvent event) {
    topology.send(EVENTS, THREAD, event);
  }
}
