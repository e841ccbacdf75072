package io.tributary.operations.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

final class PollsTest {

  private static final TopicPartition PARTITION = new TopicPartition("topic", 0);

  private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
  private final Polls polls = new Polls(consumer);

  PollsTest() {
    consumer.assign(List.of(PARTITION));
    consumer.updateBeginningOffsets(Map.of(PARTITION, 0L));
    consumer.updateEndOffsets(Map.of(PARTITION, 9L));
  }

  @Test
  void shouldFailWhenNothingComesAndTheBrokersDoNotAnswer() {
    consumer.setOffsetsException(new TimeoutException("gone"));
    for (int i = 0; i < 19; i++) {
      assertThat(polls.next()).isEmpty();
    }
    consumer.addRecord(new ConsumerRecord<>("topic", 0, 0, new byte[0], new byte[0]));
    assertThat(polls.next()).hasSize(1);
    for (int i = 0; i < 19; i++) {
      assertThat(polls.next()).isEmpty();
    }

    assertThatThrownBy(polls::next).isInstanceOf(TimeoutException.class);
  }

  @Test
  void shouldGoOnWaitingForAnOpenTransactionWhileTheBrokersAnswer() {
    for (int i = 0; i < 100; i++) {
      assertThat(polls.next()).isEmpty();
    }
  }
}
