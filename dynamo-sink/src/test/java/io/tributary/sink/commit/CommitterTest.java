package io.tributary.sink.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.runtime.kafka.client.LogWatch;
import io.tributary.runtime.metrics.Meters;
import io.tributary.schemas.deadletter.Failure;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.schemas.deadletter.Origin;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

final class CommitterTest {

  private static final TopicPartition CLEAN = new TopicPartition("t", 0);
  private static final TopicPartition DEAD = new TopicPartition("t", 1);

  private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
  private final Deque<MockProducer<byte[], byte[]>> made = new ArrayDeque<>();
  private final Deque<MockProducer<byte[], byte[]>> next = new ArrayDeque<>();
  private final DeadLetterTransactions transactions = new DeadLetterTransactions(this::make);
  private final Meters meters = new Meters();
  private final Committer committer = new Committer(consumer, transactions, meters);

  CommitterTest() {
    consumer.assign(List.of(CLEAN, DEAD));
  }

  @Test
  void shouldSendDeadLettersAndTheirOffsetsInOneTransaction() {
    PartitionCommit clean = new PartitionCommit(CLEAN, 8, List.of());
    PartitionCommit dead = dead();

    assertThat(committer.commit(List.of(clean, dead))).containsExactlyInAnyOrder(clean, dead);

    MockProducer<byte[], byte[]> producer = made.getFirst();
    assertThat(producer.commitCount()).isEqualTo(1);
    assertThat(producer.consumerGroupOffsetsHistory())
        .containsExactly(
            Map.of(
                consumer.groupMetadata().groupId(),
                Map.of(DEAD, new OffsetAndMetadata(5, LogWatch.OURS))));
    assertThat(consumer.committed(Set.of(CLEAN, DEAD)).get(DEAD)).isNull();
    assertThat(producer.history()).hasSize(1);
    ProducerRecord<byte[], byte[]> deadLetter = producer.history().get(0);
    assertThat(deadLetter.topic()).isEqualTo("dead");
    assertThat(deadLetter.key()).isEqualTo(new byte[] {1});
    assertThat(deadLetter.value()).isEqualTo(new byte[] {2});
    assertThat(header(deadLetter, "tributary-stage")).isEqualTo("store");
    assertThat(header(deadLetter, "tributary-code")).isEqualTo("ITEM_REJECTED");
    assertThat(header(deadLetter, "tributary-reason")).isEqualTo("too large");
    assertThat(header(deadLetter, "tributary-origin")).isEqualTo("t/1/4");
    assertThat(header(deadLetter, "tributary-attempts")).isEqualTo("1");
    assertThat(meters.scrape())
        .contains("tributary_sink_dead_letters_total{code=\"ITEM_REJECTED\"} 1.0");
  }

  @Test
  void shouldAbortWhenTheGroupHasMovedOn() {
    MockProducer<byte[], byte[]> producer = newProducer();
    producer.sendOffsetsToTransactionException = new CommitFailedException("moved on");
    next.add(producer);

    assertThat(committer.commit(List.of(dead()))).isEmpty();
    assertThat(producer.transactionAborted()).isTrue();
    assertThat(producer.history()).isEmpty();

    producer.sendOffsetsToTransactionException = null;
    assertThat(committer.commit(List.of(dead()))).hasSize(1);
    assertThat(producer.history()).hasSize(1);
    assertThat(made).hasSize(1);
  }

  @Test
  void shouldReplaceAProducerThatIsFenced() {
    MockProducer<byte[], byte[]> fenced = newProducer();
    fenced.commitTransactionException = new ProducerFencedException("fenced");
    next.add(fenced);

    assertThatThrownBy(() -> committer.commit(List.of(dead())))
        .isInstanceOf(ProducerFencedException.class);
    assertThat(fenced.closed()).isTrue();

    transactions.recover();
    assertThat(made).hasSize(2);
    assertThat(made.getLast().transactionInitialized()).isTrue();
    assertThat(committer.commit(List.of(dead()))).hasSize(1);
    assertThat(made).hasSize(2);
  }

  @Test
  void shouldContinueAfterPartitionsHaveMoved() {
    MockConsumer<byte[], byte[]> moved =
        new MockConsumer<>("earliest") {
          @Override
          public synchronized void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets) {
            throw new CommitFailedException("moved on");
          }
        };

    assertThat(
            new Committer(moved, transactions, meters)
                .commit(List.of(new PartitionCommit(CLEAN, 8, List.of()))))
        .isEmpty();
  }

  @Test
  void shouldSendNoDeadLetterWhileAPlainCommitMayStillComeLate() {
    AtomicBoolean slow = new AtomicBoolean(true);
    MockConsumer<byte[], byte[]> late =
        new MockConsumer<>("earliest") {
          @Override
          public synchronized void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets) {
            if (slow.get()) {
              throw new TimeoutException("slow");
            }
            super.commitSync(offsets);
          }
        };
    late.assign(List.of(CLEAN, DEAD));
    Committer waiting = new Committer(late, transactions, meters);

    assertThat(waiting.commit(List.of(new PartitionCommit(DEAD, 4, List.of())))).isEmpty();
    assertThat(waiting.commit(List.of(dead()))).isEmpty();
    assertThat(made).isEmpty();

    slow.set(false);
    assertThat(waiting.commit(List.of(dead()))).hasSize(1);
    assertThat(late.committed(Set.of(DEAD)).get(DEAD))
        .isEqualTo(new OffsetAndMetadata(4, LogWatch.OURS));
    assertThat(made.getFirst().history()).hasSize(1);
  }

  private MockProducer<byte[], byte[]> make() {
    MockProducer<byte[], byte[]> producer = next.isEmpty() ? newProducer() : next.remove();
    made.add(producer);
    return producer;
  }

  private static MockProducer<byte[], byte[]> newProducer() {
    return new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());
  }

  private static PartitionCommit dead() {
    ConsumerRecord<byte[], byte[]> record =
        new ConsumerRecord<>("t", 1, 4, new byte[] {1}, new byte[] {2});
    Failure failure = new Failure(FailureCode.ITEM_REJECTED, "too large");
    Origin origin = new Origin("t", 1, 4);
    return new PartitionCommit(
        DEAD, 5, List.of(new DueDeadLetter(record, origin, failure, "dead")));
  }

  private static String header(ProducerRecord<byte[], byte[]> record, String name) {
    Header header = record.headers().lastHeader(name);
    return new String(header.value(), StandardCharsets.UTF_8);
  }
}
