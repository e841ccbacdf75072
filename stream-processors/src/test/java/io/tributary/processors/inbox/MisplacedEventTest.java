package io.tributary.processors.inbox;

import static io.tributary.processors.inbox.PartitionedFold.event;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.inbox.DeliveredMessage;
import io.tributary.avro.inbox.MessageDetails;
import io.tributary.avro.inbox.ReadMessage;
import io.tributary.avro.inbox.ReadUntil;
import io.tributary.schemas.key.InboxKey;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Events that a foreign producer has put into another partition than the one they belong in. */
final class MisplacedEventTest {

  private static final long AT = 1_772_323_200_000L;
  private static final String ID = "07AEH01P4K9ZQ2M7X";

  /** In partition 4. */
  private static final InboxKey USER = new InboxKey("acme", "u-1", "DEFAULT");

  @Test
  void shouldBuryWhatStandsInAnotherPartitionThanItsOwn(@TempDir Path stateDir) {
    PartitionedFold fold = new PartitionedFold(stateDir, 1000);
    fold.send(event(USER, "here", AT, delivered()));
    fold.send(2, event(USER, "elsewhere", AT, delivered()));
    fold.send(2, event(USER, "read", AT, new ReadMessage(ID)));
    fold.send(2, event(USER, "until", AT, new ReadUntil(AT / 1000)));
    fold.drain();

    assertThat(fold.deadLetters)
        .containsExactly("INVALID_KEY elsewhere", "INVALID_KEY read", "INVALID_KEY until");
    assertThat(fold.reasons)
        .containsOnly("it is in partition 2, but belongs in partition 4 of inbox.events");
    assertThat(fold.partition(2).written).isEmpty();
    assertThat(fold.newest)
        .containsOnlyKeys(
            "messages t#acmeU#u-1#DEFAULT#m#07AEH01P4K9ZQ2M7X", "stats t#acmeU#u-1#DEFAULT#c#*");
  }

  private static DeliveredMessage delivered() {
    return DeliveredMessage.newBuilder()
        .setId(ID)
        .setExpiredat(AT / 1000 + 2_592_000L)
        .setDetails(
            MessageDetails.newBuilder()
                .setSender("crm")
                .setLabel("Invoice")
                .setTitle("Invoice ready")
                .setBody("\"Your invoice is there.\"")
                .build())
        .build();
  }
}
