package io.tributary.operations.generation;

import io.tributary.avro.envelope.FactMark;
import io.tributary.avro.envelope.GenerationChange;
import io.tributary.avro.envelope.GenerationState;
import io.tributary.operations.OperationException;
import io.tributary.operations.kafka.Cluster;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.runtime.kafka.generation.Generation;
import io.tributary.runtime.kafka.generation.GenerationLog;
import io.tributary.runtime.version.Version;
import io.tributary.schemas.format.SingleObjectFormat;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.Topics;
import io.tributary.sink.commit.TransactionalProducers;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
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
public final class GenerationChanges implements AutoCloseable {

  private static final Duration FAREWELL = Duration.ofSeconds(2);

  private final SingleObjectFormat format = SingleObjectFormat.ofReleases();
  private final Producer<byte[], byte[]> producer;
  private final String topic;
  private final RuntimeContext runtime;

  private GenerationChanges(
      Producer<byte[], byte[]> producer, String topic, RuntimeContext runtime) {
    this.producer = producer;
    this.topic = topic;
    this.runtime = runtime;
  }

  static GenerationChanges open(KafkaClients clients, RuntimeContext runtime) {
    String topic = clients.topics().of(Topics.GENERATIONS);
    Producer<byte[], byte[]> producer =
        TransactionalProducers.open(
            clients, "tributary-promote", topic, Topics.GENERATIONS.maxMessageBytes());
    producer.initTransactions();
    return new GenerationChanges(producer, topic, runtime);
  }

  /**
   * Names the live generation in a log that was lost. Its processors have appended the rest of all
   * facts that they have committed.
   *
   * @param cluster of any generation
   */
  public static void restore(Settings settings, int number, Cluster cluster, RuntimeContext runtime)
      throws InterruptedException {
    try (Cluster live = Cluster.connect(GenerationLog.in(settings, number));
        GenerationChanges changes = open(cluster.clients(), runtime)) {
      Map<TopicPartition, Long> marks = new HashMap<>();
      live.queries()
          .settled(live.clients().group("processors"))
          .forEach(
              (place, offset) ->
                  marks.put(
                      new TopicPartition(
                          place.topic().substring(live.clients().topics().prefix().length()),
                          place.partition()),
                      offset));
      int partitions =
          live.topics().recordPartitions(Topics.of(live.clients().families())).orElse(0);
      changes.write(changes.change(number, marks, partitions));
    }
  }

  /** Takes back the marks of a topic of facts whose offsets have begun anew. */
  public static void forgetMarks(
      Settings settings, Topic<?, ?> topic, Cluster cluster, RuntimeContext runtime) {
    Generation live = GenerationLog.live(settings);
    Map<TopicPartition, Long> marks = new HashMap<>(live.marks());
    if (marks.keySet().removeIf(place -> place.topic().equals(topic.name()))) {
      try (GenerationChanges changes = open(cluster.clients(), runtime)) {
        changes.write(changes.change(live.number(), marks, live.partitions()));
      }
    }
  }

  private void write(GenerationChange change) {
    producer.beginTransaction();
    Future<?> unused = producer.send(record(change));
    producer.commitTransaction();
  }

  private GenerationChange change(int generation, Map<TopicPartition, Long> marks, int partitions) {
    return GenerationChange.newBuilder()
        .setGeneration(generation)
        .setState(GenerationState.live)
        .setMarks(marks(marks))
        .setRecordPartitions(partitions)
        .setRelease(Version.current().number())
        .setChangedAtMs(runtime.nowMillis())
        .build();
  }

  private ProducerRecord<byte[], byte[]> record(GenerationChange change) {
    byte[] key = Topics.GENERATIONS.keyBytes(Integer.toString(change.getGeneration()));
    return new ProducerRecord<>(topic, 0, key, format.encode(change));
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
    try {
      producer.beginTransaction();
      // the commit fails if this does
      Future<?> unused = producer.send(record(change(generation, marks, partitions)));
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
