package io.tributary.client.poll;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.client.Bench;
import io.tributary.client.failure.FailurePolicy;
import io.tributary.client.failure.Retries;
import io.tributary.registry.ValueFormats;
import io.tributary.schemas.topic.DevicesTopics;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** What a broker would show only if two members happened to commit in the wrong order. */
final class PartitionQueuesTest {

  private static final TopicPartition MOVED = new TopicPartition("devices.readings", 0);
  private static final OffsetAndMetadata OF_ANOTHER = new OffsetAndMetadata(9);

  @Test
  void shouldCommitNothingOfAPartitionThatIsAnothersNow() {
    try (MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest")) {
      consumer.assign(List.of(MOVED));
      PartitionQueues queues =
          new PartitionQueues(
              consumer,
              partition ->
                  new PartitionQueue(
                      partition, processing(), new SteadyWorkers(PartitionQueue::run)),
              Duration.ZERO);
      queues.onPartitionsAssigned(List.of(MOVED));
      queues.offer(polled());
      queues.onPartitionsRevoked(List.of(MOVED));
      assertThat(committed(consumer).offset()).isEqualTo(1);

      consumer.commitSync(Map.of(MOVED, OF_ANOTHER));
      queues.commitSoon();
      queues.end();

      assertThat(committed(consumer)).isEqualTo(OF_ANOTHER);
    }
  }

  private static OffsetAndMetadata committed(MockConsumer<byte[], byte[]> consumer) {
    return requireNonNull(consumer.committed(Set.of(MOVED)).get(MOVED));
  }

  private static ConsumerRecords<byte[], byte[]> polled() {
    return new ConsumerRecords<>(
        Map.of(
            MOVED,
            List.of(new ConsumerRecord<>(MOVED.topic(), 0, 0, Bench.key(0), Bench.value(0)))),
        Map.of(MOVED, new OffsetAndMetadata(1)));
  }

  private static RecordProcessing processing() {
    return new RecordProcessing(
        Map.of(MOVED.topic(), new TopicRoute<>(DevicesTopics.READINGS, record -> {})),
        ValueFormats.of(null),
        FailurePolicy.stop(Retries.NONE),
        FailurePolicy.stop(Retries.NONE));
  }
}
