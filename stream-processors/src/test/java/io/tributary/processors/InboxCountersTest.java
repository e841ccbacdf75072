package io.tributary.processors;

import static io.tributary.processors.DrivenInbox.EVERYONE;
import static io.tributary.processors.DrivenInbox.MONTH;
import static io.tributary.processors.DrivenInbox.T;
import static io.tributary.processors.DrivenInbox.U1;
import static io.tributary.processors.DrivenInbox.U2;
import static io.tributary.processors.DrivenInbox.after;
import static io.tributary.processors.DrivenInbox.delivered;
import static io.tributary.processors.DrivenInbox.expired;
import static io.tributary.processors.DrivenInbox.read;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The counters as the documented trace has them, with the rules of categories completed. */
final class InboxCountersTest {

  private static final String BILLING = "07AEH01P4K9ZQ2M7X";
  private static final String PROMO = "07AEH01R0B8C3D5EF";

  @AutoClose private final DrivenInbox inbox = new DrivenInbox();

  @Test
  void shouldCountAsTheDocumentedTraceDoes() {
    inbox.send(U1, after(0), delivered(BILLING, "billing", T + MONTH));
    inbox.send(U2, after(0), delivered(BILLING, "billing", T + MONTH));
    requireCounts("1 0", "1 0", "-", "-", "-");
    inbox.send(EVERYONE, after(1), delivered(PROMO, "promo", T + MONTH));
    requireCounts("1 0", "1 0", "-", "1 null", "1 null");
    inbox.send(U1, after(2), read(BILLING));
    requireCounts("1 1", "1 1", "-", "1 null", "1 null");
    inbox.send(U1, after(3), read(PROMO));
    requireCounts("1 2", "1 1", "0 1", "1 null", "1 null");
    inbox.send(U1, after(4), read(BILLING));
    inbox.send(U1, after(4), read(PROMO));
    requireCounts("1 2", "1 1", "0 1", "1 null", "1 null");
    inbox.send(EVERYONE, after(MONTH), expired(PROMO));
    requireCounts("1 2", "1 1", "0 1", "0 null", "0 null");
    inbox.send(U1, after(MONTH), expired(PROMO));
    requireCounts("1 1", "1 1", "0 0", "0 null", "0 null");
    inbox.send(U1, after(MONTH), expired(BILLING));
    requireCounts("0 0", "0 0", "0 0", "0 null", "0 null");

    assertThat(inbox.counted(U2, "*")).isEqualTo("1 0");
    assertThat(inbox.counted(U2, "billing")).isEqualTo("1 0");
    assertThat(inbox.stats).hasSize(7);
    assertThat(inbox.deadLetters()).isEmpty();
  }

  private void requireCounts(
      String all, String billing, String promo, String everyone, String everyonesPromo) {
    assertThat(inbox.counted(U1, "*")).isEqualTo(all);
    assertThat(inbox.counted(U1, "billing")).isEqualTo(billing);
    assertThat(inbox.counted(U1, "promo")).isEqualTo(promo);
    assertThat(inbox.counted(EVERYONE, "*")).isEqualTo(everyone);
    assertThat(inbox.counted(EVERYONE, "promo")).isEqualTo(everyonesPromo);
  }
}
