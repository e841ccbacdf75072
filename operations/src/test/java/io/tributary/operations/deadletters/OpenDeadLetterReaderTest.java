package io.tributary.operations.deadletters;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.operations.EmbeddedBroker;
import io.tributary.operations.kafka.Cluster;
import io.tributary.runtime.context.RuntimeContext;
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

/** Against a real broker: dead letters and decisions come in any order. */
final class OpenDeadLetterReaderTest {

  private static final String PREFIX = EmbeddedBroker.newPrefix();

  @RegisterExtension static final EmbeddedBroker broker = new EmbeddedBroker();

  private Cluster cluster;
  private Producer<byte[], byte[]> producer;
  private OpenDeadLetterReader reader;

  @BeforeEach
  void open() throws Exception {
    cluster = broker.connectToDevices(PREFIX);
    producer = cluster.clients().producer("test", Map.of());
    reader = reader();
  }

  private OpenDeadLetterReader reader() throws InterruptedException {
    return new OpenDeadLetterReader(cluster, RuntimeContext.system().ticker());
  }

  @AfterEach
  void close() {
    reader.close();
    producer.close();
    cluster.close();
  }

  @Test
  void shouldCountOpenDeadLetters() throws Exception {
    writeDeadLetter(1, FailureCode.INVALID_VALUE);
    writeDeadLetter(1, FailureCode.INVALID_KEY);
    writeDeadLetter(4, FailureCode.INVALID_VALUE);
    writeDeadLetter(4, FailureCode.NO_TENANT_MAPPING);
    assertThat(codes()).containsOnly(Map.entry("INVALID_KEY", 1L), Map.entry("INVALID_VALUE", 2L));
    OpenDeadLetters.Arrivals refused =
        Objects.requireNonNull(reader.look().routine().get("NO_TENANT_MAPPING"));
    assertThat(refused.count()).isEqualTo(1);
    assertThat(refused.lastHour(RuntimeContext.system().nowMillis())).isEqualTo(1);

    decide("devices/1/0");
    decide("devices/4/1");
    decide("devices/4/2");
    assertThat(codes()).containsOnly(Map.entry("INVALID_KEY", 1L), Map.entry("INVALID_VALUE", 1L));
    assertThat(reader.look().routine()).isEmpty();

    writeDeadLetter(4, FailureCode.INVALID_VALUE);
    decide("devices/1/1");
    decide("devices/4/0");
    OpenDeadLetters last = reader.look();
    assertThat(last.count()).isZero();
    assertThat(last.all()).isTrue();
  }

  @Test
  void shouldBeginAtTheOldestThatIsOpen() throws Exception {
    writeDeadLetter(2, FailureCode.INVALID_VALUE);
    writeDeadLetter(2, FailureCode.INVALID_VALUE);
    writeDeadLetter(2, FailureCode.INVALID_KEY);
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
    writeDeadLetter(2, FailureCode.INVALID_KEY);
    reader.close();

    reader = reader();
    assertThat(codes()).containsOnly(Map.entry("INVALID_KEY", 1L));
    decide("devices/2/3");
  }

  private @Nullable Long remembered(String topic, int partition) throws Exception {
    return cluster
        .queries()
        .committed(cluster.clients().group("open-dead-letters"))
        .get(new TopicPartition(PREFIX + topic, partition));
  }

  private Map<String, Long> codes() throws Exception {
    Map<String, OpenDeadLetters.OfFamily> families = reader.look().families();
    assertThat(families).containsOnlyKeys("devices");
    return families.values().iterator().next().codes();
  }

  private void writeDeadLetter(int partition, FailureCode code) throws Exception {
    ProducerRecord<byte[], byte[]> deadLetter =
        new ProducerRecord<>(PREFIX + "devices.dead-letters", partition, null, new byte[] {1});
    RecordHeader.CODE.put(deadLetter.headers(), code.name());
    producer.send(deadLetter).get();
  }

  private void decide(String id) throws Exception {
    producer
        .send(
            new ProducerRecord<>(
                PREFIX + "devices.dead-letter-decisions", id.getBytes(UTF_8), new byte[] {1}))
        .get();
  }
}
