package io.tributary.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.cli.EmbeddedBroker;
import io.tributary.cli.kafka.Cluster;
import io.tributary.schemas.deadletter.Attempt;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.schemas.deadletter.Origin;
import io.tributary.schemas.header.RecordHeader;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class LostClaimsTest {

  private static final String PREFIX = EmbeddedBroker.newPrefix();

  @RegisterExtension static final EmbeddedBroker broker = new EmbeddedBroker();

  @Test
  void shouldNameEachAttemptThatLost() throws Exception {
    try (Cluster cluster = broker.connectToDevices(PREFIX);
        Producer<byte[], byte[]> producer = cluster.clients().producer("test", Map.of())) {
      append(producer, PREFIX + "devices.dead-letters", 1, FailureCode.BATCH_ID_REUSED, 1);
      append(producer, PREFIX + "devices.dead-letters", 2, FailureCode.ITEM_REJECTED, 1);
      // sent back, and buried again
      append(producer, PREFIX + "devices.dead-letters", 3, FailureCode.BATCH_ID_REUSED, 1);
      append(producer, PREFIX + "devices.dead-letters", 3, FailureCode.BATCH_ID_REUSED, 2);

      assertThat(LostClaims.in(cluster, Set.of("device_readings")))
          .containsExactlyInAnyOrder(
              new Attempt(origin(1), 0), new Attempt(origin(3), 0), new Attempt(origin(3), 1));
      assertThat(LostClaims.in(cluster, Set.of("devices"))).isEmpty();
    }
  }

  private static Origin origin(long offset) {
    return new Origin(PREFIX + "devices.readings", 0, offset);
  }

  private static void append(
      Producer<byte[], byte[]> producer, String topic, long origin, FailureCode code, int attempts)
      throws Exception {
    ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(topic, 0, null, new byte[] {1});
    RecordHeader.CODE.put(record.headers(), code.name());
    RecordHeader.ORIGIN.put(record.headers(), origin(origin).toString());
    RecordHeader.ATTEMPTS.put(record.headers(), Integer.toString(attempts));
    producer.send(record).get();
  }
}
