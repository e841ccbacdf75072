package io.tributary.processors;

import static io.tributary.processors.DrivenInbox.EVERYONE;
import static io.tributary.processors.DrivenInbox.MONTH;
import static io.tributary.processors.DrivenInbox.T;
import static io.tributary.processors.DrivenInbox.U1;
import static io.tributary.processors.DrivenInbox.U2;
import static io.tributary.processors.DrivenInbox.after;
import static io.tributary.processors.DrivenInbox.delivered;
import static io.tributary.processors.DrivenInbox.details;
import static io.tributary.processors.DrivenInbox.read;
import static io.tributary.processors.DrivenInbox.redacted;
import static io.tributary.processors.DrivenInbox.until;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.inbox.DeliveredMessage;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class InboxFoldTest {

  private static final String ID = "07AEH01P4K9ZQ2M7X";

  @AutoClose private final DrivenInbox inbox = new DrivenInbox();

  @Test
  void shouldWriteARedactionTwiceAndThenATombstone() {
    inbox.send(U1, after(0), delivered(ID, null, T + 60));
    inbox.takeWritten();
    inbox.send(U1, after(1), redacted(ID));
    String removal =
        "t#umbrellaU#u-1001#DEFAULT#m#07AEH01P4K9ZQ2M7X {\"tenant_key\": \"umbrella\","
            + " \"inbox_key\": \"DEFAULT\", \"uid\": \"u-1001\", \"id\": \"07AEH01P4K9ZQ2M7X\","
            + " \"category\": null, \"received_s\": 1772323200, \"readat_s\": null, \"expiredat_s\":"
            + " 1772323260, \"details\": null, \"removal\": {\"reason\": \"redacted\", \"at_s\":"
            + " 1772323201}, \"rev\": 1177232320001}";
    assertThat(inbox.takeWritten()).hasSize(2).contains(removal);

    inbox.advance(Duration.ofSeconds(5));
    inbox.advance(Duration.ofSeconds(55));
    assertThat(inbox.takeWritten()).isEmpty();
    inbox.advance(Duration.ofSeconds(5));
    assertThat(inbox.takeWritten()).containsExactly(removal);
    inbox.send(U1, after(3 * 86_400), until(0));
    inbox.advance(Duration.ofDays(3));
    inbox.advance(Duration.ofSeconds(5));
    assertThat(inbox.takeWritten())
        .containsExactly("t#umbrellaU#u-1001#DEFAULT#m#07AEH01P4K9ZQ2M7X null");
    assertThat(inbox.topology.stored("inbox.messages-state")).isEmpty();
    assertThat(inbox.topology.stored("inbox.repeats-state")).isEmpty();
  }

  @Test
  void shouldCountAMissingItemAsExpired() {
    inbox.send(U1, after(0), delivered(ID, "billing", T + 60));
    inbox.send(U1, after(1), read(ID));
    inbox.send(EVERYONE, after(2), delivered("07AEH01P4K9ZQ2M7Y", null, T + 60));
    inbox.send(U2, after(3), read("07AEH01P4K9ZQ2M7Y"));
    inbox.advance(Duration.ofDays(4));
    assertThat(inbox.counted(U1, "*")).isEqualTo("1 1");

    inbox.send(U1, after(60 + 3 * 86_400), until(0));
    inbox.advance(Duration.ofSeconds(5));
    assertThat(inbox.counted(U1, "*")).isEqualTo("1 1");
    inbox.send(U1, after(61 + 3 * 86_400), until(0));
    inbox.advance(Duration.ofSeconds(5));
    inbox.advance(Duration.ofSeconds(5));

    assertThat(inbox.counted(U1, "*")).isEqualTo("0 0");
    assertThat(inbox.counted(U1, "billing")).isEqualTo("0 0");
    assertThat(inbox.counted(U2, "*")).isEqualTo("0 0");
    assertThat(inbox.counted(EVERYONE, "*")).isEqualTo("0 null");

    // counters of 0 and marks of long ago are forgotten, and lose nothing by it
    long month = 30 * 86_400;
    inbox.send(U1, after(61 + 4 * 86_400 + month), until(0));
    inbox.advance(Duration.ofDays(40));
    assertThat(inbox.topology.stored("inbox.stats-state")).hasSize(4);
    inbox.send(U1, after(86_400 + 2 * month), until(0));
    inbox.advance(Duration.ofDays(40));
    assertThat(inbox.topology.stored("inbox.stats-state")).isEmpty();
    assertThat(inbox.topology.stored("inbox.read-marks-state")).isEmpty();
    inbox.takeWritten();
    inbox.send(U1, after(2 * 86_400 + 2 * month), delivered(ID, "billing", T + 4 * month));
    assertThat(inbox.counted(U1, "*")).isEqualTo("1 0");
  }

  @Test
  void shouldChangeNothingForAMessageThatIsTooLarge() {
    DeliveredMessage large = delivered(ID, null, T + MONTH);
    large.setDetails(details("x".repeat(4 * 1024 * 1024 - 60_000)));
    inbox.send(U1, after(0), large);

    assertThat(inbox.deadLetters()).containsExactly("LIMIT_EXCEEDED");
    assertThat(inbox.takeWritten()).isEmpty();
    inbox.send(U1, after(1), delivered(ID, null, T + MONTH));
    assertThat(inbox.counted(U1, "*")).isEqualTo("1 0");
  }
}
