package io.tributary.sink.relay;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** What is committed in a cluster, across the clients that come and go. */
final class PlayedKafka implements RelayClients {

  static final TopicPartition POSITIONS = new TopicPartition("inbox.positions", 0);

  /** Where a producer may break. */
  enum Step {
    INIT,
    BEGIN,
    SEND,
    COMMIT,
    AFTER_COMMIT
  }

  final List<ProducerRecord<byte[], byte[]>> log = new ArrayList<>();
  final List<PlayedProducer> producers = new ArrayList<>();
  final List<PlayedConsumer> consumers = new ArrayList<>();
  int commits;

  /** Happens as the next producer begins, just before it fences the others. */
  Runnable beforeFence = () -> {};

  private Step broken = Step.INIT;
  private int untilBroken = -1;

  /** The step breaks once, after it has worked so often. */
  void breakAt(Step step, int after) {
    broken = step;
    untilBroken = after;
  }

  private void pass(Step step) {
    if (step == broken && untilBroken >= 0 && untilBroken-- == 0) {
      throw new KafkaException("broken at " + step);
    }
  }

  @Override
  public Consumer<byte[], byte[]> consumer() {
    PlayedConsumer made = new PlayedConsumer();
    consumers.add(made);
    return made;
  }

  @Override
  public Producer<byte[], byte[]> producer() {
    PlayedProducer made = new PlayedProducer();
    producers.add(made);
    return made;
  }

  /** Fenced by the next one that begins. */
  final class PlayedProducer extends MockProducer<byte[], byte[]> {

    private final List<ProducerRecord<byte[], byte[]>> open = new ArrayList<>();

    PlayedProducer() {
      super(true, null, new ByteArraySerializer(), new ByteArraySerializer());
    }

    @Override
    public void initTransactions() {
      pass(Step.INIT);
      beforeFence.run();
      producers.stream()
          .filter(each -> each != this && !each.closed() && each.transactionInitialized())
          .forEach(MockProducer::fenceProducer);
      super.initTransactions();
    }

    @Override
    public void beginTransaction() {
      pass(Step.BEGIN);
      super.beginTransaction();
    }

    @Override
    public synchronized Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record) {
      pass(Step.SEND);
      open.add(record);
      return super.send(record);
    }

    @Override
    public void commitTransaction() {
      pass(Step.COMMIT);
      super.commitTransaction();
      log.addAll(open);
      open.clear();
      commits++;
      pass(Step.AFTER_COMMIT);
    }
  }

  /** A member that gets the partition when the test says so. */
  final class PlayedConsumer extends MockConsumer<byte[], byte[]> {

    PlayedConsumer() {
      super("earliest");
      updateBeginningOffsets(Map.of(POSITIONS, 0L));
    }

    void assign() {
      rebalance(Set.of(POSITIONS));
    }

    void revoke() {
      rebalance(Set.of());
    }

    @Override
    public synchronized Map<TopicPartition, Long> endOffsets(
        Collection<TopicPartition> partitions) {
      long offset = 0;
      for (ProducerRecord<byte[], byte[]> each : log) {
        if (each.topic().equals(POSITIONS.topic())) {
          addRecord(new ConsumerRecord<>(POSITIONS.topic(), 0, offset++, each.key(), each.value()));
        }
      }
      updateEndOffsets(Map.of(POSITIONS, offset));
      return super.endOffsets(partitions);
    }
  }
}
