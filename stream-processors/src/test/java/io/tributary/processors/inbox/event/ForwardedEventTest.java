package io.tributary.processors.inbox.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.avro.inbox.InboxPublish;
import io.tributary.avro.inbox.PassingTick;
import io.tributary.avro.inbox.RedactedMessage;
import io.tributary.processors.inbox.PublishStep;
import io.tributary.schemas.key.inbox.InboxKey;
import org.junit.jupiter.api.Test;

final class ForwardedEventTest {

  private static final InboxKey INBOX = new InboxKey("acme", "u-1001", "DEFAULT");

  private final FactEnvelope envelope =
      FactEnvelope.newBuilder()
          .setFactId("fact-1")
          .setAcceptedAtMs(1_772_323_200_000L)
          .setRequestId("request-1")
          .setCaller("caller-1")
          .setProducerVersion("test")
          .build();

  @Test
  void shouldPassATickOnToThePartitionWhereTheReadWaits() {
    InboxPublish tick =
        InboxPublish.newBuilder()
            .setEnvelope(envelope)
            .setTenantKey("acme")
            .setInboxKey("DEFAULT")
            .setId("07AEH01P4K9ZQ2M7X")
            .setEvent(new PassingTick("u-1001", 5))
            .build();
    assertThat(PublishStep.forwarded(tick, new PassingTick("u-1001", 5)))
        .satisfies(
            passed -> {
              assertThat(passed.partitions()).containsExactly(5);
              assertThat(passed.key()).isEqualTo(INBOX);
            });
  }

  @Test
  void shouldLeaveItToItsKeyWhereAUsersEventGoes() {
    assertThat(
            ForwardedEvent.to(INBOX, envelope, new RedactedMessage("07AEH01P4K9ZQ2M7X"))
                .partitions())
        .isEmpty();
  }
}
