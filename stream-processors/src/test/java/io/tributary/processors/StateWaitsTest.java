package io.tributary.processors;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

final class StateWaitsTest {

  private Instant now = Instant.parse("2026-11-30T12:00:00Z");
  private final StateWaits waits = new StateWaits(() -> now);

  @Test
  void shouldTellWhatPartitionsWaitForAndSinceWhen() {
    assertThat(waits.seconds()).isZero();
    waits.running(false);
    now = now.plusMillis(5500);
    waits.running(false);
    assertThat(waits)
        .hasToString(
            "waits since 2026-11-30T12:00:00Z for its group, or for the end of a transaction");
    assertThat(waits.seconds()).isEqualTo(5.5);

    for (int partition = 0; partition < 4; partition++) {
      waits.onRestoreStart(changelog(partition), "ids", 1000, 3000 + partition);
    }
    waits.onBatchRestored(changelog(1), "ids", 2200, 1200);
    waits.onRestoreEnd(changelog(0), "ids", 2000);
    assertThat(waits)
        .hasToString(
            "waits since 2026-11-30T12:00:00Z for states from Kafka:"
                + " ids 3 (2003 records), ids 2 (2002 records), ids 1 (801 records)");
    waits.onRestoreStart(changelog(0), "ids", 0, 10);
    assertThat(waits.toString()).endsWith("ids 1 (801 records) and 1 more");
    assertThat(waits.restores()).isEqualTo(4);
    assertThat(waits.restored()).isEqualTo(1200);

    waits.onRestoreSuspended(changelog(0), "ids", 1);
    assertThat(waits.restores()).isEqualTo(3);
    waits.running(true);
    assertThat(waits.restores()).isZero();
    assertThat(waits.seconds()).isZero();
  }

  private static TopicPartition changelog(int partition) {
    return new TopicPartition("tributary-processors-ids-changelog", partition);
  }
}
