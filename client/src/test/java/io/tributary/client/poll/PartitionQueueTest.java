package io.tributary.client.poll;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.client.Bench;
import io.tributary.client.failure.ConsumerFailedException;
import io.tributary.client.failure.FailurePolicy;
import io.tributary.client.failure.Retries;
import io.tributary.registry.ValueFormats;
import io.tributary.schemas.topic.DevicesTopics;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

final class PartitionQueueTest {

  private static final TopicPartition PLACE = new TopicPartition("devices.readings", 0);

  private final Queue<PartitionQueue> works = new ArrayDeque<>();
  private final PartitionQueue queue =
      new PartitionQueue(
          PLACE,
          new RecordProcessing(
              Map.of(PLACE.topic(), new TopicRoute<>(DevicesTopics.READINGS, record -> {})),
              ValueFormats.of(null),
              FailurePolicy.stop(Retries.NONE),
              FailurePolicy.stop(Retries.NONE)),
          new Workers());

  @Test
  void shouldNeverGoBackWhenRecordsComeBehindMarkers() {
    queue.offer(List.of(record(0)), new OffsetAndMetadata(1));
    works.remove().run();
    // markers of transactions that were taken back
    queue.offer(List.of(), new OffsetAndMetadata(5));
    assertThat(queue.finished()).contains(new OffsetAndMetadata(5));

    queue.offer(List.of(record(6)), new OffsetAndMetadata(7));

    assertThat(queue.finished()).contains(new OffsetAndMetadata(5));
    works.remove().run();
    assertThat(queue.finished()).contains(new OffsetAndMetadata(7));
  }

  @Test
  void shouldBeNowhereBeforeItsFirstRecordIsFinished() {
    queue.offer(List.of(record(3)), new OffsetAndMetadata(4));
    assertThat(queue.finished()).isEqualTo(Optional.empty());
  }

  private static ConsumerRecord<byte[], byte[]> record(int offset) {
    return new ConsumerRecord<>(PLACE.topic(), 0, offset, Bench.key(offset), Bench.value(offset));
  }

  /** Keeps the work until it is asked for. */
  private final class Workers implements PartitionQueue.Workers {

    @Override
    public void work(PartitionQueue busy) {
      works.add(busy);
    }

    @Override
    public void workLater(PartitionQueue busy, Duration delay) {
      throw new AssertionError("nothing is to be tried again");
    }

    @Override
    public void stop(ConsumerFailedException failure) {
      throw failure;
    }
  }
}
