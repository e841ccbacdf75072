package io.tributary.operations.status;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.operations.EmbeddedBroker;
import io.tributary.operations.kafka.Cluster;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.schemas.header.RecordHeader;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Against a real broker: letters and their fates come in any order. */
final class LetterReaderTest {

  private static final String PREFIX = EmbeddedBroker.newPrefix();

  @RegisterExtension static final EmbeddedBroker broker = new EmbeddedBroker();

  private Cluster cluster;
  private Producer<byte[], byte[]> producer;
  private LetterReader reader;

  @BeforeEach
  void open() throws Exception {
    cluster = broker.connectToDevices(PREFIX);
    producer = cluster.clients().producer("test", Map.of());
    reader = reader();
  }

  private LetterReader reader() throws InterruptedException {
    return new LetterReader(cluster, Ambient.system().ticker());
  }

  @AfterEach
  void close() {
    reader.close();
    producer.close();
    cluster.close();
  }

  @Test
  void shouldCountLettersThatHaveNoFate() throws Exception {
    bury(1, FailureCode.INVALID_VALUE);
    bury(1, FailureCode.INVALID_KEY);
    bury(4, FailureCode.INVALID_VALUE);
    bury(4, FailureCode.NO_TENANT_MAPPING);
    assertThat(codes()).containsOnly(Map.entry("INVALID_KEY", 1L), Map.entry("INVALID_VALUE", 2L));
    OpenLetters.Arrivals refused =
        Objects.requireNonNull(reader.look().routine().get("NO_TENANT_MAPPING"));
    assertThat(refused.count()).isEqualTo(1);
    assertThat(refused.lastHour(Ambient.system().nowMillis())).isEqualTo(1);

    decide("devices/1/0");
    decide("devices/4/1");
    decide("devices/4/2");
    assertThat(codes()).containsOnly(Map.entry("INVALID_KEY", 1L), Map.entry("INVALID_VALUE", 1L));
    assertThat(reader.look().routine()).isEmpty();

    bury(4, FailureCode.INVALID_VALUE);
    decide("devices/1/1");
    decide("devices/4/0");
    OpenLetters last = reader.look();
    assertThat(last.count()).isZero();
    assertThat(last.all()).isTrue();
  }

  @Test
  void shouldBeginAtTheOldestThatIsOpen() throws Exception {
    bury(2, FailureCode.INVALID_VALUE);
    bury(2, FailureCode.INVALID_VALUE);
    bury(2, FailureCode.INVALID_KEY);
    decide("devices/2/2");
    decide("devices/2/0");
    assertThat(codes()).containsOnly(Map.entry("INVALID_VALUE", 1L));
    assertThat(remembered("devices.dead-letters", 2)).isEqualTo(1);
    reader.close();

    // behind the oldest one that is open: the decision about it is read again
    reader = reader();
    assertThat(codes()).containsOnly(Map.entry("INVALID_VALUE", 1L));
    reader.close();

    decide("devices/2/1");
    reader = reader();
    assertThat(reader.look().count()).isZero();
    assertThat(remembered("devices.dead-letters", 2)).isEqualTo(3);
    bury(2, FailureCode.INVALID_KEY);
    reader.close();

    reader = reader();
    assertThat(codes()).containsOnly(Map.entry("INVALID_KEY", 1L));
    decide("devices/2/3");
  }

  private @Nullable Long remembered(String topic, int partition) throws Exception {
    return cluster
        .queries()
        .committed(cluster.clients().group("decided-letters"))
        .get(new TopicPartition(PREFIX + topic, partition));
  }

  private Map<String, Long> codes() throws Exception {
    Map<String, OpenLetters.Letters> families = reader.look().families();
    assertThat(families).containsOnlyKeys("devices");
    return families.values().iterator().next().codes();
  }

  private void bury(int partition, FailureCode code) throws Exception {
    ProducerRecord<byte[], byte[]> letter =
        new ProducerRecord<>(PREFIX + "devices.dead-letters", partition, null, new byte[] {1});
    RecordHeader.CODE.put(letter.headers(), code.name());
    producer.send(letter).get();
  }

  private void decide(String id) throws Exception {
    producer
        .send(
            new ProducerRecord<>(
                PREFIX + "devices.dead-letter-fates", id.getBytes(UTF_8), new byte[] {1}))
        .get();
  }
}
