package io.tributary.operations.generation;

import io.tributary.avro.envelope.FactMark;
import io.tributary.avro.envelope.GenerationChange;
import io.tributary.avro.envelope.GenerationState;
import io.tributary.operations.OperationException;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.runtime.version.Version;
import io.tributary.schemas.format.SingleObjectFormat;
import io.tributary.schemas.topic.Topics;
import io.tributary.sink.commit.TransactionalProducers;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;

/** Writes changes of the live generation. Opening fences all earlier writers. */
final class GenerationChanges implements AutoCloseable {

  private static final Duration FAREWELL = Duration.ofSeconds(2);

  private final SingleObjectFormat format = SingleObjectFormat.ofReleases();
  private final Producer<byte[], byte[]> producer;
  private final String topic;
  private final Ambient ambient;

  private GenerationChanges(Producer<byte[], byte[]> producer, String topic, Ambient ambient) {
    this.producer = producer;
    this.topic = topic;
    this.ambient = ambient;
  }

  static GenerationChanges open(KafkaClients clients, Ambient ambient) {
    String topic = clients.topics().of(Topics.GENERATIONS);
    Producer<byte[], byte[]> producer =
        TransactionalProducers.open(
            clients, "tributary-promote", topic, Topics.GENERATIONS.maxMessageBytes());
    producer.initTransactions();
    return new GenerationChanges(producer, topic, ambient);
  }

  /**
   * Makes a generation live, together with the offsets of a group: a broker refuses both if the
   * holder is not in the group any more.
   *
   * @param marks by topic without prefix
   * @param offsets of the processors of the generation before
   * @throws OperationException without a change
   */
  void live(
      int generation,
      Map<TopicPartition, Long> marks,
      int partitions,
      Map<TopicPartition, Long> offsets,
      GroupHold holder) {
    GenerationChange change =
        GenerationChange.newBuilder()
            .setGeneration(generation)
            .setState(GenerationState.live)
            .setMarks(marks(marks))
            .setRecordPartitions(partitions)
            .setRelease(Version.current().number())
            .setChangedAtMs(ambient.nowMillis())
            .build();
    byte[] key = Topics.GENERATIONS.keyBytes(Integer.toString(generation));
    try {
      producer.beginTransaction();
      // the commit fails if this does
      Future<?> unused = producer.send(new ProducerRecord<>(topic, 0, key, format.encode(change)));
      producer.sendOffsetsToTransaction(commits(offsets), holder.metadata());
      producer.commitTransaction();
    } catch (CommitFailedException e) {
      producer.abortTransaction();
      throw OperationException.failed(
          "the cluster answers too slowly; generation %d is not live".formatted(generation));
    } catch (ProducerFencedException | InvalidProducerEpochException e) {
      throw OperationException.failed("another command promotes a generation");
    }
  }

  private static Map<TopicPartition, OffsetAndMetadata> commits(Map<TopicPartition, Long> offsets) {
    return offsets.entrySet().stream()
        .collect(
            Collectors.toMap(Map.Entry::getKey, entry -> new OffsetAndMetadata(entry.getValue())));
  }

  private static List<FactMark> marks(Map<TopicPartition, Long> marks) {
    return marks.entrySet().stream()
        .map(
            mark -> new FactMark(mark.getKey().topic(), mark.getKey().partition(), mark.getValue()))
        .sorted(Comparator.comparing(FactMark::getTopic).thenComparing(FactMark::getPartition))
        .toList();
  }

  @Override
  public void close() {
    producer.close(FAREWELL);
  }
}
