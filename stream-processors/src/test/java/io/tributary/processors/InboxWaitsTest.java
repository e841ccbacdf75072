package io.tributary.processors;

import static io.tributary.processors.DrivenInbox.MONTH;
import static io.tributary.processors.DrivenInbox.T;
import static io.tributary.processors.DrivenInbox.after;
import static io.tributary.processors.DrivenInbox.delivered;
import static io.tributary.processors.DrivenInbox.read;
import static io.tributary.processors.DrivenInbox.until;
import static io.tributary.processors.Publishes.MESSAGE;
import static io.tributary.processors.Publishes.publish;
import static io.tributary.processors.Publishes.toUsers;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.inbox.InboxPublish;
import io.tributary.avro.inbox.MissedMessage;
import io.tributary.avro.inbox.PassingTick;
import io.tributary.schemas.key.InboxKey;
import io.tributary.schemas.topic.InboxTopics;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class InboxWaitsTest {

  private static final String ID = Publishes.ID;
  private static final String OTHER_ID = Publishes.OTHER_ID;
  private static final InboxKey ANN = new InboxKey("acme", "u-1001", "DEFAULT");

  @AutoClose private final DrivenInbox inbox = new DrivenInbox(2);

  @Test
  void shouldApplyAReadWhosePublishIsFannedOutAfterMuchLaterEvents() {
    inbox.send(ANN, after(60), read(ID));
    inbox.send(ANN, after(720), read(OTHER_ID));
    inbox.send(ANN, after(721), until(T - 1));
    publishAt(0);

    assertThat(inbox.counted(ANN, "*")).isEqualTo("1 1");
    assertThat(inbox.messages.values())
        .singleElement()
        .satisfies(message -> assertThat(message.getReadat()).isEqualTo(T + 60));
    assertThat(inbox.deadLetters()).isEmpty();
  }

  @Test
  void shouldSendATickTheWayOfTheMessageThatNeverComes() {
    inbox.send(ANN, after(0), read(ID));
    inbox.advance(Duration.ofMinutes(10));
    assertThat(inbox.topology.records(InboxTopics.PUBLISHES)).isEmpty();
    inbox.advance(Duration.ofSeconds(5));
    inbox.advance(Duration.ofSeconds(5));

    List<InboxPublish> ticks = inbox.topology.values(InboxTopics.PUBLISHES);
    assertThat(ticks)
        .singleElement()
        .satisfies(
            tick -> {
              assertThat(tick.getId()).isEqualTo("07AEH01P4K9ZQ2M7X");
              assertThat(tick.getEvent()).isEqualTo(new PassingTick("u-1001", 0));
            });
    assertThat(inbox.topology.values(InboxTopics.EVENTS))
        .singleElement()
        .satisfies(event -> assertThat(event.getEvent()).isEqualTo(new MissedMessage(ID)));
    assertThat(inbox.deadLetters()).containsExactly("MESSAGE_NOT_FOUND");
    assertThat(inbox.topology.stored("inbox.waits-state")).isEmpty();
  }

  @Test
  void shouldEndNoWaitForAnotherMessageNorTwice() {
    inbox.send(ANN, after(0), read(OTHER_ID));
    inbox.send(ANN, after(1), read(ID));
    inbox.send(ANN, after(660), new MissedMessage(OTHER_ID));
    inbox.send(ANN, after(661), new MissedMessage(OTHER_ID));
    publishAt(0);

    assertThat(inbox.deadLetters()).containsExactly("MESSAGE_NOT_FOUND");
    assertThat(inbox.counted(ANN, "*")).isEqualTo("1 1");
  }

  @Test
  void shouldBuryAReadWhoseMessageWasAcceptedTooLate() {
    inbox.send(ANN, after(0), read(ID));
    publishAt(601);

    assertThat(inbox.deadLetters()).containsExactly("MESSAGE_NOT_FOUND");
    assertThat(inbox.counted(ANN, "*")).isEqualTo("1 0");
  }

  @Test
  void shouldEndWaitsForAPublicMessageAFewAtATime() {
    for (int i = 0; i < 7; i++) {
      inbox.send(user(i), after(0), read(ID));
    }
    for (int i = 7; i < 10; i++) {
      inbox.send(user(i), after(0), until(T + 100));
    }
    inbox.send(ANN.everyone(), after(1), delivered(ID, "promo", T + MONTH));

    assertThat(inbox.receipts).hasSize(10);
    for (int i = 0; i < 10; i++) {
      assertThat(inbox.counted(user(i), "promo")).isEqualTo("0 1");
    }
    // marks take one more, waits three
    assertThat(inbox.topology.records(InboxTopics.EVENTS)).hasSize(3);
    assertThat(inbox.topology.stored("inbox.waits-state")).isEmpty();
    assertThat(inbox.topology.stored("inbox.waits-awaited")).isEmpty();
    assertThat(inbox.deadLetters()).isEmpty();
  }

  private void publishAt(long seconds) {
    inbox.topology.send(
        InboxTopics.PUBLISHES, MESSAGE, publish(after(seconds), toUsers(after(seconds), "u-1001")));
    inbox.look();
  }

  private static InboxKey user(int number) {
    return new InboxKey("acme", "u-" + number, "DEFAULT");
  }
}
