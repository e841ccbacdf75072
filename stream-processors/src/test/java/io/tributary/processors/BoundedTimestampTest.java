package io.tributary.processors;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

final class BoundedTimestampTest {

  @Test
  void shouldNeverBeInTheFutureNorBelowZero() {
    assertThat(extracted(900, -1)).isEqualTo(900);
    assertThat(extracted(1_001, -1)).isEqualTo(1_000);
    assertThat(extracted(-1, 800)).isEqualTo(800);
    assertThat(extracted(-1, -1)).isZero();
  }

  private static long extracted(long timestamp, long partitionTime) {
    return new BoundedTimestamp(() -> Instant.ofEpochMilli(1_000))
        .extract(
            new ConsumerRecord<>(
                "facts",
                0,
                0,
                timestamp,
                TimestampType.LOG_APPEND_TIME,
                1,
                1,
                "key",
                "value",
                new RecordHeaders(),
                Optional.empty()),
            partitionTime);
  }
}
