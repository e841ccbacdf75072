package io.tributary.processors;

import static io.tributary.processors.DrivenInbox.MONTH;
import static io.tributary.processors.DrivenInbox.T;
import static io.tributary.processors.DrivenInbox.U1;
import static io.tributary.processors.DrivenInbox.U2;
import static io.tributary.processors.DrivenInbox.after;
import static io.tributary.processors.DrivenInbox.delivered;
import static io.tributary.processors.DrivenInbox.expired;
import static io.tributary.processors.DrivenInbox.redacted;
import static io.tributary.processors.DrivenInbox.tick;
import static io.tributary.processors.DrivenInbox.until;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.inbox.MissedMessage;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A clock of the processors or of the relay that is wrong takes nothing from anybody. */
final class InboxClockTest {

  private static final String ID = "07AEH01P4K9ZQ2M7X";
  private static final String REDACTED_ID = "07AEH01P4K9ZQ2M7Y";
  private static final String LATER_ID = "07AEH01P4K9ZQ2M7Z";
  private static final long YEAR = 31_536_000;
  private static final String TOMBSTONE = "t#umbrellaU#u-1001#DEFAULT#m#07AEH01P4K9ZQ2M7Y null";

  @AutoClose private final DrivenInbox inbox = new DrivenInbox();

  @Test
  void shouldKeepStatesThatOnlyItsOwnClockEnds() {
    inbox.send(U1, after(0), delivered(ID, null, T + MONTH));
    inbox.send(U1, after(1), delivered(REDACTED_ID, null, T + 60));
    inbox.send(U1, after(2), redacted(REDACTED_ID));
    look();
    inbox.advance(Duration.ofDays(365));
    look();
    inbox.takeWritten();

    inbox.send(U1, after(YEAR), tick());
    inbox.send(U1, after(YEAR), new MissedMessage(LATER_ID));
    inbox.send(U2, after(YEAR), expired(ID));
    look();
    assertThat(inbox.takeWritten()).isEmpty();
    assertThat(inbox.counted(U1, "*")).isEqualTo("1 0");
    assertThat(inbox.topology.stored("inbox.messages-state")).hasSize(2);

    inbox.send(U2, after(YEAR), delivered(LATER_ID, null, T + YEAR + MONTH));
    look();
    assertThat(inbox.takeWritten()).contains(TOMBSTONE);
    assertThat(inbox.counted(U1, "*")).isEqualTo("0 0");
  }

  @Test
  void shouldRepeatNoRemovalBehindItsTombstone() {
    inbox.send(U1, after(1), delivered(REDACTED_ID, null, T + 60));
    inbox.send(U1, after(2), redacted(REDACTED_ID));
    inbox.send(U1, after(3 * 86_400), until(0));
    inbox.takeWritten();

    // the first look after a long stop dates the repeat and forgets what it repeats
    inbox.advance(Duration.ofDays(3));
    List<String> first = inbox.takeWritten();
    inbox.advance(Duration.ofSeconds(65));
    look();
    assertThat(first).containsExactly(TOMBSTONE);
    assertThat(inbox.takeWritten()).isEmpty();
    assertThat(inbox.topology.stored("inbox.repeats-state")).isEmpty();
  }

  private void look() {
    inbox.advance(Duration.ofSeconds(5));
    inbox.advance(Duration.ofSeconds(65));
  }
}
