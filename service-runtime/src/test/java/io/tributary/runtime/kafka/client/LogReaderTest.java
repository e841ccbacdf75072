package io.tributary.runtime.kafka.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

class LogReaderTest {

  private static final TopicPartition ONE = new TopicPartition("topic", 1);
  private static final TopicPartition TWO = new TopicPartition("topic", 2);
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
  private final List<String> visited = new ArrayList<>();

  LogReaderTest() {
    consumer.assign(List.of(ONE, TWO));
    consumer.updateBeginningOffsets(Map.of(ONE, 0L, TWO, 0L));
    consumer.updateEndOffsets(Map.of(ONE, 9L, TWO, 9L));
  }

  /** Visitor that stops after a number of records, of all and of each partition. */
  private record Stopping(List<String> visited, int most, int mostOfPartition)
      implements LogReader.Visitor {

    @Override
    public void record(ConsumerRecord<byte[], byte[]> record) {
      visited.add(record.partition() + "/" + record.offset());
    }

    @Override
    public boolean enough() {
      return visited.size() >= most;
    }

    @Override
    public boolean enoughOf(TopicPartition partition) {
      return visited.stream().filter(at -> at.startsWith(partition.partition() + "/")).count()
          >= mostOfPartition;
    }
  }

  @Test
  void shouldLeaveRecordsBehindTheEndToTheNextCall() {
    add(ONE, 0, 1, 2, 3);
    add(TWO, 0, 5);

    assertThat(read(Map.of(ONE, 2L, TWO, 4L), 99, 99)).isEmpty();
    assertThat(visited).containsExactlyInAnyOrder("1/0", "1/1", "2/0");
    visited.clear();
    add(ONE, 2, 3);
    add(TWO, 5);

    assertThat(read(Map.of(ONE, 4L, TWO, 6L), 99, 99)).isEmpty();
    assertThat(visited).containsExactlyInAnyOrder("1/2", "1/3", "2/5");
  }

  @Test
  void shouldContinueWhereAVisitorHadEnough() {
    add(ONE, 0, 1, 2);

    assertThat(read(Map.of(ONE, 3L), 1, 99)).isEqualTo(Map.of(ONE, 3L));
    add(ONE, 1, 2);
    assertThat(read(Map.of(ONE, 3L), 99, 99)).isEmpty();

    assertThat(visited).containsExactly("1/0", "1/1", "1/2");
  }

  @Test
  void shouldLeaveOutTheRestOfAPartition() {
    add(ONE, 0, 1, 2);
    add(TWO, 0, 1);

    assertThat(read(Map.of(ONE, 3L, TWO, 2L), 99, 1)).isEmpty();

    assertThat(visited).containsExactlyInAnyOrder("1/0", "2/0");
  }

  @Test
  void shouldReturnTheEndsThatItGaveUp() {
    add(ONE, 0);
    add(TWO, 0, 1);

    assertThat(read(Map.of(ONE, 3L, TWO, 2L), 99, 99)).isEqualTo(Map.of(ONE, 3L));
    assertThatThrownBy(
            () -> LogReader.readToEnd(consumer, ONE, PATIENCE, new Stopping(visited, 99, 99)))
        .isInstanceOf(TimeoutException.class)
        .hasMessage("topic-1 cannot be read to its end");
  }

  private Map<TopicPartition, Long> read(
      Map<TopicPartition, Long> ends, int most, int mostOfPartition) {
    return new LogReader(consumer, Duration.ofMillis(1), polls -> polls < 3, PATIENCE)
        .read(ends, new Stopping(visited, most, mostOfPartition));
  }

  private void add(TopicPartition partition, int... offsets) {
    for (int offset : offsets) {
      consumer.addRecord(
          new ConsumerRecord<>(
              partition.topic(), partition.partition(), offset, new byte[0], new byte[0]));
    }
  }
}
