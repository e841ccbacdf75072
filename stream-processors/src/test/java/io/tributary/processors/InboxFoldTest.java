package io.tributary.processors;

import static io.tributary.processors.DrivenInbox.EVERYONE;
import static io.tributary.processors.DrivenInbox.MONTH;
import static io.tributary.processors.DrivenInbox.T;
import static io.tributary.processors.DrivenInbox.U1;
import static io.tributary.processors.DrivenInbox.U2;
import static io.tributary.processors.DrivenInbox.after;
import static io.tributary.processors.DrivenInbox.delivered;
import static io.tributary.processors.DrivenInbox.details;
import static io.tributary.processors.DrivenInbox.expired;
import static io.tributary.processors.DrivenInbox.read;
import static io.tributary.processors.DrivenInbox.redacted;
import static io.tributary.processors.DrivenInbox.until;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.inbox.DeliveredMessage;
import io.tributary.schemas.key.InboxKey;
import io.tributary.schemas.topic.InboxTopics;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class InboxFoldTest {

  private static final String ID = "07AEH01P4K9ZQ2M7X";

  @AutoClose private final DrivenInbox inbox = new DrivenInbox();

  @Test
  void shouldWriteAMessageAndItsCounters() {
    inbox.send(U1, after(0), delivered(ID, "billing", T + MONTH));

    assertThat(inbox.takeWritten())
        .containsExactly(
            "t#umbrellaU#u-1001#DEFAULT#m#07AEH01P4K9ZQ2M7X {\"tenant_key\": \"umbrella\","
                + " \"inbox_key\": \"DEFAULT\", \"uid\": \"u-1001\", \"id\":"
                + " \"07AEH01P4K9ZQ2M7X\", \"category\": \"billing\", \"received\": 1772323200,"
                + " \"readat\": null, \"expiredat\": 1774915200, \"details\":"
                + " {\"host_system_id\": null, \"sender\": \"admin-7\", \"label\": \"Invoice"
                + " recipients\", \"title\": \"Invoice ready\", \"body\": \"\\\"Your August"
                + " invoice is available.\\\"\", \"cta_uri\": null}, \"removal\": null, \"rev\":"
                + " 1177232320000}",
            "t#umbrellaU#u-1001#DEFAULT#c#* {\"tenant_key\": \"umbrella\", \"inbox_key\":"
                + " \"DEFAULT\", \"uid\": \"u-1001\", \"category\": null, \"published\": 1,"
                + " \"read\": 0, \"rev\": 1177232320000}",
            "t#umbrellaU#u-1001#DEFAULT#c#billing {\"tenant_key\": \"umbrella\", \"inbox_key\":"
                + " \"DEFAULT\", \"uid\": \"u-1001\", \"category\": \"billing\", \"published\": 1,"
                + " \"read\": 0, \"rev\": 1177232320000}");
  }

  @Test
  void shouldWriteARedactionTwiceAndThenATombstone() {
    inbox.send(U1, after(0), delivered(ID, null, T + 60));
    inbox.takeWritten();
    inbox.send(U1, after(1), redacted(ID));
    String removal =
        "t#umbrellaU#u-1001#DEFAULT#m#07AEH01P4K9ZQ2M7X {\"tenant_key\": \"umbrella\","
            + " \"inbox_key\": \"DEFAULT\", \"uid\": \"u-1001\", \"id\": \"07AEH01P4K9ZQ2M7X\","
            + " \"category\": null, \"received\": 1772323200, \"readat\": null, \"expiredat\":"
            + " 1772323260, \"details\": null, \"removal\": {\"reason\": \"REDACTED\", \"at\":"
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
  void shouldCountAsExpiredWhatNobodySawGo() {
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
  }

  @Test
  void shouldReadManyMessagesInSlices() {
    for (int i = 0; i < 5500; i++) {
      inbox.send(U1, after(0), delivered("07AEH01P4K9ZQ%04d".formatted(i), "billing", T + MONTH));
    }
    inbox.send(U1, after(1), until(T));

    assertThat(inbox.counted(U1, "*")).isEqualTo("5500 5500");
    assertThat(inbox.counted(U1, "billing")).isEqualTo("5500 5500");
    assertThat(inbox.messages.values()).allSatisfy(m -> assertThat(m.getReadat()).isEqualTo(T + 1));
    assertThat(inbox.topology.records(InboxTopics.EVENTS)).hasSize(5);
  }

  @Test
  void shouldTakeAPublicMessageBackFromAllItsReaders() {
    for (int i = 0; i < 1500; i++) {
      inbox.send(user(i), after(0), read(ID));
    }
    inbox.send(user(3000), after(0), until(T + 100));
    inbox.send(EVERYONE, after(1), delivered(ID, "promo", T + MONTH));
    assertThat(inbox.receipts).hasSize(1501);
    for (int i = 1500; i < 3000; i++) {
      inbox.send(user(i), after(2), read(ID));
    }
    assertThat(inbox.counted(user(7), "promo")).isEqualTo("0 1");
    assertThat(inbox.counted(user(3000), "promo")).isEqualTo("0 1");
    inbox.send(EVERYONE, after(3), redacted(ID));

    assertThat(inbox.receipts.values())
        .hasSize(3001)
        .allSatisfy(receipt -> assertThat(receipt.getRemoval()).isNotNull());
    assertThat(inbox.stats.values())
        .allSatisfy(counter -> assertThat(counter.getRead()).isIn(0L, null));
    assertThat(inbox.counted(EVERYONE, "*")).isEqualTo("0 null");
    assertThat(inbox.topology.stored("inbox.waits-state")).isEmpty();
    assertThat(inbox.topology.stored("inbox.waits-awaited")).isEmpty();
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

  @Test
  void shouldCountExpiriesOfNothingAndDuplicates() {
    inbox.send(U1, after(0), delivered(ID, null, T + MONTH));
    inbox.send(U1, after(1), delivered(ID, null, T + MONTH));
    inbox.send(U1, after(2), expired(ID));
    inbox.send(U1, after(3), expired(ID));

    assertThat(inbox.topology.metrics())
        .contains("tributary_processors_duplicates_total{topic=\"inbox.messages\"} 1.0")
        .contains("tributary_processors_expiries_unmatched_total{topic=\"inbox.events\"} 1.0")
        .contains("tributary_processors_negative_counters_total{topic=\"inbox.stats\"} 0.0");
  }

  private static InboxKey user(int number) {
    return new InboxKey("umbrella", "u-" + number, "DEFAULT");
  }
}
