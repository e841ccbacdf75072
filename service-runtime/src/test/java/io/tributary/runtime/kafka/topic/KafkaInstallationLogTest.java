package io.tributary.runtime.kafka.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.avro.envelope.SecretFingerprint;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.schemas.format.SingleObjectFormat;
import io.tributary.schemas.header.RecordHeader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.NotLeaderOrFollowerException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Against Kafka's own mock clients. */
final class KafkaInstallationLogTest {

  private static final TopicPartition PLACE = new TopicPartition("tributary.meta", 0);
  private static final SecretFingerprint FIRST = new SecretFingerprint("a", "01");
  private static final SecretFingerprint SECOND = new SecretFingerprint("b", "02");

  private final SingleObjectFormat format = SingleObjectFormat.ofReleases();
  private final List<Reader> opened = new ArrayList<>();
  private final List<byte @Nullable []> values = new ArrayList<>();
  private final List<SecretFingerprint> seen = new ArrayList<>();
  private final MockProducer<byte[], byte[]> producer =
      new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());
  private boolean isThere = true;

  private final KafkaInstallationLog log =
      new KafkaInstallationLog("tributary.meta", "", this::reader, () -> producer);

  @Test
  void shouldSkipUnreadableRecords() {
    append(format.encode(FIRST));
    append(new byte[] {1, 2, 3});
    append(null);
    append(format.encode(SECOND));

    log.read(seen::add);

    assertThat(seen).containsExactly(FIRST, SECOND);
  }

  @Test
  void shouldReturnNewEntriesAndAllAfterAReopening() {
    append(format.encode(FIRST));
    log.read(seen::add);
    append(format.encode(SECOND));
    log.read(seen::add);
    assertThat(seen).containsExactly(FIRST, SECOND);

    log.close();
    log.read(seen::add);

    assertThat(seen).containsExactly(FIRST, SECOND, FIRST, SECOND);
    assertThat(opened).extracting(MockConsumer::closed).containsExactly(true, false);
  }

  @Test
  void shouldShowNothingUntilThereIsATopic() {
    isThere = false;

    log.read(seen::add);

    assertThat(seen).isEmpty();
  }

  @Test
  void shouldAppendWithoutSecrets() {
    log.append(List.of(FIRST, SECOND), RuntimeContext.system());

    assertThat(producer.history()).extracting(ProducerRecord::topic).containsOnly("tributary.meta");
    assertThat(producer.history())
        .extracting(record -> format.decode(SecretFingerprint.class, record.value()))
        .containsExactly(FIRST, SECOND);
    assertThat(producer.history())
        .allSatisfy(
            record ->
                assertThat(record.headers())
                    .extracting(header -> header.key())
                    .containsExactlyInAnyOrder(
                        RecordHeader.FACT_ID.key(),
                        RecordHeader.ACCEPTED_AT.key(),
                        RecordHeader.REQUEST_ID.key()));
    assertThat(producer.closed()).isTrue();
  }

  @Test
  void shouldReportFailedAppends() {
    producer.sendException = new NotLeaderOrFollowerException("elsewhere");

    assertThatThrownBy(() -> log.append(List.of(FIRST), RuntimeContext.system()))
        .isInstanceOf(KafkaException.class);
  }

  private void append(byte @Nullable [] value) {
    values.add(value);
  }

  private Reader reader() {
    Reader reader = new Reader();
    opened.add(reader);
    return reader;
  }

  /** Kafka's own mock consumer, which reads those values. */
  private final class Reader extends MockConsumer<byte[], byte[]> {

    private int fed;

    private Reader() {
      super("earliest");
      updateBeginningOffsets(Map.of(PLACE, 0L));
      if (isThere) {
        updatePartitions(
            PLACE.topic(),
            List.of(new PartitionInfo(PLACE.topic(), 0, Node.noNode(), new Node[0], new Node[0])));
      }
    }

    @Override
    @SuppressWarnings("UnsynchronizedOverridesSynchronized") // one thread
    public Map<TopicPartition, Long> endOffsets(Collection<TopicPartition> partitions) {
      if (!isThere) {
        throw new TimeoutException("nobody answers for it");
      }
      return Map.of(PLACE, (long) values.size());
    }

    @Override
    @SuppressWarnings("UnsynchronizedOverridesSynchronized") // one thread
    public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
      for (; fed < values.size(); fed++) {
        addRecord(new ConsumerRecord<>(PLACE.topic(), 0, fed, null, values.get(fed)));
      }
      return super.poll(timeout);
    }
  }
}
