package io.tributary.operations.generation;

import io.tributary.avro.envelope.FactMark;
import io.tributary.avro.envelope.GenerationChange;
import io.tributary.avro.envelope.GenerationState;
import io.tributary.operations.OperationException;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.version.Version;
import io.tributary.schemas.format.SingleObjectFormat;
import io.tributary.schemas.topic.Topics;
import io.tributary.sink.commit.TransactionalProducers;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;

/** Writes changes of the live generation. Opening fences all earlier writers. */
public final class GenerationChanges implements AutoCloseable {

  /**
   * Pause of processors for a successor, from when each sees the change: no clocks are compared,
   * and the promotion counts from before it.
   */
  public static final Duration LEASE = Duration.ofSeconds(30);

  /**
   * Rest of the lease needed for a commit: brokers abort a transaction 10 s after its begin, and
   * look for such every 10 s.
   */
  static final Duration MARGIN = Duration.ofSeconds(22);

  private static final Duration FAREWELL = Duration.ofSeconds(2);
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final SingleObjectFormat format = SingleObjectFormat.ofReleases();
  private final Producer<byte[], byte[]> producer;
  private final GenerationLog log;
  private final String topic;
  private final Version release;
  private final Ambient ambient;

  private GenerationChanges(
      Producer<byte[], byte[]> producer,
      GenerationLog log,
      String topic,
      Version release,
      Ambient ambient) {
    this.producer = producer;
    this.log = log;
    this.topic = topic;
    this.release = release;
    this.ambient = ambient;
  }

  /** Fences earlier promotions. */
  public static GenerationChanges open(KafkaClients clients, Ambient ambient) {
    return open(clients, Version.current(), ambient);
  }

  public static GenerationChanges open(KafkaClients clients, Version release, Ambient ambient) {
    String topic = clients.topics().of(Topics.GENERATIONS);
    Producer<byte[], byte[]> producer =
        TransactionalProducers.open(
            clients, "tributary-promote", topic, Topics.GENERATIONS.maxMessageBytes());
    producer.initTransactions();
    return new GenerationChanges(producer, GenerationLog.open(clients), topic, release, ambient);
  }

  /**
   * Announces the generation that takes over.
   *
   * @return time for which the live processors pause at least
   */
  public Lease takingOver(int generation) throws InterruptedException {
    Lease lease = Lease.of(LEASE, ambient);
    append(change(generation, GenerationState.taking_over), () -> true);
    return lease;
  }

  /** The live generation, which no other process can change now. */
  Generation newest() {
    return log.read();
  }

  /** Makes a generation live. One that is live already keeps its release. */
  public void live(int generation, Map<TopicPartition, Long> marks, int partitions)
      throws InterruptedException {
    Generation now = log.read();
    String made = now.number() == generation ? now.release() : release.number();
    append(live(generation, marks, partitions, made), () -> true);
  }

  /**
   * Makes a generation live, if the processors of the one before certainly still pause.
   *
   * @throws OperationException if they may not; nothing is written then
   */
  public void live(int generation, Map<TopicPartition, Long> marks, int partitions, Lease lease)
      throws InterruptedException {
    append(live(generation, marks, partitions, release.number()), () -> lease.hasLeft(MARGIN));
  }

  private GenerationChange.Builder live(
      int generation, Map<TopicPartition, Long> marks, int partitions, String made) {
    return change(generation, GenerationState.live)
        .setMarks(marks(marks))
        .setRecordPartitions(partitions)
        .setRelease(made);
  }

  private GenerationChange.Builder change(int generation, GenerationState state) {
    return GenerationChange.newBuilder()
        .setGeneration(generation)
        .setState(state)
        .setMarks(List.of())
        .setChangedAtMs(ambient.nowMillis());
  }

  /**
   * Appends a change.
   *
   * @param may asked right before the commit
   */
  private void append(GenerationChange.Builder made, BooleanSupplier may)
      throws InterruptedException {
    GenerationChange change = made.build();
    byte[] key = Topics.GENERATIONS.keyBytes(Integer.toString(change.getGeneration()));
    try {
      producer.beginTransaction();
      Future<RecordMetadata> sent =
          producer.send(new ProducerRecord<>(topic, 0, key, format.encode(change)));
      producer.flush();
      if (!may.getAsBoolean()) {
        producer.abortTransaction();
        throw OperationException.unavailable("the cluster answers too slowly to promote anything");
      }
      producer.commitTransaction();
      log.awaitVisible(sent.get().offset(), Deadline.after(PATIENCE, ambient.ticker()));
    } catch (ExecutionException e) {
      throw new IllegalStateException("a committed change was not sent", e);
    } catch (ProducerFencedException | InvalidProducerEpochException e) {
      throw OperationException.conflict("another command promotes a generation");
    }
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
    log.close();
    producer.close(FAREWELL);
  }
}
