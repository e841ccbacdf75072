package io.tributary.client.poll;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.client.Bench;
import io.tributary.client.failure.FailurePolicy;
import io.tributary.client.failure.Retries;
import io.tributary.registry.ValueFormats;
import io.tributary.schemas.topic.DevicesTopics;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Large records, as far as their sizes say; their values are none. */
final class CrowdedQueuesTest {

  private static final int MEBIBYTE = 1 << 20;
  private static final List<TopicPartition> PLACES =
      IntStream.range(0, 10).mapToObj(n -> new TopicPartition("devices.readings", n)).toList();

  private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
  private final Map<TopicPartition, Integer> sent = new HashMap<>();
  private final Map<String, PartitionQueue> works = new HashMap<>();
  private final RecordProcessing processing =
      new RecordProcessing(
          Map.of("devices.readings", new TopicRoute<>(DevicesTopics.READINGS, record -> {})),
          ValueFormats.of(null),
          FailurePolicy.handOver(Retries.NONE, rejected -> {}),
          FailurePolicy.handOver(Retries.NONE, rejected -> {}));

  /** Keep the work until it is asked for. */
  private final PartitionQueue.Workers workers =
      new SteadyWorkers(queue -> works.put(queue.toString(), queue));

  private final PartitionQueues queues =
      new PartitionQueues(
          consumer, place -> new PartitionQueue(place, processing, workers), Duration.ZERO);

  @BeforeEach
  void assign() {
    consumer.assign(PLACES);
    queues.onPartitionsAssigned(PLACES);
  }

  @AfterEach
  void close() {
    consumer.close();
  }

  /** One poll brings so many to that partition. */
  private void poll(int place, int count) {
    TopicPartition partition = PLACES.get(place);
    int from = sent.getOrDefault(partition, 0);
    sent.put(partition, from + count);
    List<ConsumerRecord<byte[], byte[]>> records =
        IntStream.range(from, from + count).mapToObj(n -> record(partition, n)).toList();
    OffsetAndMetadata next = new OffsetAndMetadata(from + count);
    queues.offer(
        new ConsumerRecords<>(
            count == 0 ? Map.of() : Map.of(partition, records), Map.of(partition, next)));
  }

  private static ConsumerRecord<byte[], byte[]> record(TopicPartition partition, int offset) {
    return new ConsumerRecord<>(
        partition.topic(),
        partition.partition(),
        offset,
        0,
        TimestampType.CREATE_TIME,
        1,
        MEBIBYTE,
        Bench.key(offset),
        null,
        new RecordHeaders(),
        Optional.empty());
  }

  /** Whatever waits for that partition's handler is done with. */
  private void work(int place) {
    requireNonNull(works.remove(PLACES.get(place).toString())).run();
    poll(place, 0);
  }

  @Test
  void shouldPauseAPartitionForWhichManyBytesWait() {
    poll(0, 7);
    assertThat(consumer.paused()).isEmpty();
    poll(0, 1);
    assertThat(consumer.paused()).containsExactly(PLACES.get(0));
    work(0);
    assertThat(consumer.paused()).isEmpty();
  }

  @Test
  void shouldGiveOnlyThosePartitionsMoreThatHaveNothingWhenManyBytesWaitInAll() {
    IntStream.range(0, 9).forEach(place -> poll(place, 7));
    assertThat(consumer.paused()).isEmpty();
    poll(9, 2);
    assertThat(consumer.paused()).containsExactlyInAnyOrderElementsOf(PLACES);
    poll(0, 2);

    work(9);

    assertThat(consumer.paused()).containsExactlyInAnyOrderElementsOf(PLACES.subList(0, 9));
    poll(9, 1);
    assertThat(consumer.paused()).contains(PLACES.get(9));
    IntStream.range(0, 10).forEach(this::work);
    assertThat(consumer.paused()).isEmpty();
  }
}
