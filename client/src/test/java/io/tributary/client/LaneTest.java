package io.tributary.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.registry.Framings;
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

final class LaneTest {

  private static final TopicPartition PLACE = new TopicPartition("devices.readings", 0);

  private final Queue<Lane> works = new ArrayDeque<>();
  private final Lane lane =
      new Lane(
          PLACE,
          new Treatment(
              Map.of(PLACE.topic(), new Route<>(DevicesTopics.READINGS, record -> {})),
              Framings.of(null),
              Fate.stop(Retries.NONE),
              Fate.stop(Retries.NONE)),
          new Hands());

  @Test
  void shouldNeverGoBackWhenRecordsComeBehindMarkers() {
    lane.offer(List.of(record(0)), new OffsetAndMetadata(1));
    works.remove().run();
    // markers of transactions that were taken back
    lane.offer(List.of(), new OffsetAndMetadata(5));
    assertThat(lane.finished()).contains(new OffsetAndMetadata(5));

    lane.offer(List.of(record(6)), new OffsetAndMetadata(7));

    assertThat(lane.finished()).contains(new OffsetAndMetadata(5));
    works.remove().run();
    assertThat(lane.finished()).contains(new OffsetAndMetadata(7));
  }

  @Test
  void shouldBeNowhereBeforeItsFirstRecordIsFinished() {
    lane.offer(List.of(record(3)), new OffsetAndMetadata(4));
    assertThat(lane.finished()).isEqualTo(Optional.empty());
  }

  private static ConsumerRecord<byte[], byte[]> record(int offset) {
    return new ConsumerRecord<>(PLACE.topic(), 0, offset, Bench.key(offset), Bench.value(offset));
  }

  /** Keeps the work until it is asked for. */
  private final class Hands implements Lane.Hands {

    @Override
    public void work(Lane busy) {
      works.add(busy);
    }

    @Override
    public void workLater(Lane busy, Duration delay) {
      throw new AssertionError("nothing is to be tried again");
    }

    @Override
    public void stop(ConsumerFailedException failure) {
      throw failure;
    }
  }
}
