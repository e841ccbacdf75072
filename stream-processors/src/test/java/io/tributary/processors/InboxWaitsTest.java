package io.tributary.processors;

import static io.tributary.processors.DrivenInbox.after;
import static io.tributary.processors.DrivenInbox.read;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.inbox.InboxPublish;
import io.tributary.avro.inbox.MissedMessage;
import io.tributary.avro.inbox.PassingTick;
import io.tributary.schemas.key.inbox.InboxKey;
import io.tributary.schemas.topic.InboxTopics;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class InboxWaitsTest {

  private static final String ID = Publishes.ID;
  private static final InboxKey ANN = new InboxKey("acme", "u-1001", "DEFAULT");

  @AutoClose private final DrivenInbox inbox = new DrivenInbox(2);

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
}
