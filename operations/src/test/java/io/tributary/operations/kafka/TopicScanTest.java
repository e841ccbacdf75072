package io.tributary.operations.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.operations.EmbeddedBroker;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class TopicScanTest {

  private static final String PREFIX = EmbeddedBroker.newPrefix();
  private static final String TOPIC = PREFIX + "devices.dead-letters";
  private static final TopicPartition PARTITION = new TopicPartition(TOPIC, 0);

  @RegisterExtension static final EmbeddedBroker broker = new EmbeddedBroker();

  @Test
  void shouldGoOnWhereAnEarlierScanEndedAndWaitForWhatIsBeingCommitted() throws Exception {
    try (Cluster cluster = broker.connectToDevices(PREFIX);
        Producer<byte[], byte[]> producer =
            cluster.clients().producer("test", Map.of("transactional.id", PREFIX + "test"))) {
      producer.initTransactions();
      producer.beginTransaction();
      append(producer, 1);
      TopicScan first = TopicScan.of(cluster, List.of(TOPIC)).withOpen(cluster);
      producer.commitTransaction();
      assertThat(read(first)).containsExactly(1);

      producer.beginTransaction();
      append(producer, 2);
      assertThat(read(TopicScan.of(cluster, List.of(TOPIC)))).containsExactly(1);
      TopicScan second = TopicScan.of(cluster, List.of(TOPIC)).withOpen(cluster).from(first.ends());
      producer.commitTransaction();
      assertThat(first.ends()).containsEntry(PARTITION, 1L);
      assertThat(read(second)).containsExactly(2);
    }
  }

  private static void append(Producer<byte[], byte[]> producer, int value) throws Exception {
    producer.send(new ProducerRecord<>(TOPIC, 0, null, new byte[] {(byte) value})).get();
  }

  private static List<Integer> read(TopicScan scan) {
    List<Integer> read = new ArrayList<>();
    try (scan) {
      scan.each(record -> read.add((int) record.value()[0]));
    }
    return read;
  }
}
