package io.tributary.simulation.log;

import io.tributary.simulation.log.SimulatedCluster.TransactionalId;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.metrics.KafkaMetric;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * An idempotent or transactional producer. Records reach the log in the order of their sending,
 * some time later; acknowledgements come some time after that. The end of a transaction waits for
 * both.
 */
final class SimulatedProducer implements Producer<byte[], byte[]> {

  private final SimulatedCluster cluster;
  private final Connection connection;
  private final @Nullable TransactionalId id;
  private final Deque<Sent> unsent = new ArrayDeque<>();
  private final Deque<Sent> unanswered = new ArrayDeque<>();
  private int epoch = -1;
  private boolean inTransaction;
  private @Nullable KafkaException failed;
  private boolean closed;

  SimulatedProducer(SimulatedCluster cluster, Connection connection, @Nullable TransactionalId id) {
    this.cluster = cluster;
    this.connection = connection;
    this.id = id;
  }

  /** A record on its way. */
  private static final class Sent {

    private final ProducerRecord<byte[], byte[]> record;
    private final TopicPartition partition;
    private final @Nullable Callback callback;
    private final CompletableFuture<RecordMetadata> future = new CompletableFuture<>();
    private long offset = -1;
    private @Nullable KafkaException failure;

    private Sent(
        ProducerRecord<byte[], byte[]> record,
        TopicPartition partition,
        @Nullable Callback callback) {
      this.record = record;
      this.partition = partition;
      this.callback = callback;
    }
  }

  @Override
  public void initTransactions() {
    request(
        "initTransactions",
        () -> {
          epoch = cluster.begin(required());
          failed = null;
        });
  }

  @Override
  public void beginTransaction() {
    requireUsable();
    inTransaction = true;
  }

  @Override
  public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record) {
    return send(record, null);
  }

  @Override
  public Future<RecordMetadata> send(
      ProducerRecord<byte[], byte[]> record, @Nullable Callback callback) {
    requireUsable();
    if (id != null && !inTransaction) {
      throw new IllegalStateException("no transaction has begun");
    }
    Integer given = record.partition();
    int partition =
        given != null
            ? given
            : Utils.toPositive(Utils.murmur2(record.key())) % cluster.partitions(record.topic());
    Sent sent = new Sent(record, new TopicPartition(record.topic(), partition), callback);
    unsent.add(sent);
    connection.later(this::deliverNext);
    return sent.future;
  }

  /** The next record comes to its log, or is lost. */
  private void deliverNext() {
    Sent next = unsent.poll();
    if (next == null) {
      return;
    }
    Connection.Sending sending = connection.sending();
    if (sending == Connection.Sending.LOST) {
      next.failure = new TimeoutException("not delivered in time");
    } else {
      append(next);
      if (sending == Connection.Sending.ANSWER_LOST) {
        next.failure = new TimeoutException("not acknowledged in time");
      }
    }
    unanswered.add(next);
    connection.later(this::answerNext);
  }

  private void append(Sent next) {
    if (id == null) {
      next.offset = cluster.append(next.record, next.partition, null);
    } else if (epoch == id.epoch()) {
      next.offset = cluster.append(next.record, next.partition, cluster.transaction(id));
    } else {
      next.failure = new InvalidProducerEpochException("a newer producer has fenced this one");
    }
  }

  private void answerNext() {
    Sent next = unanswered.poll();
    if (next == null || !connection.isAlive()) {
      return;
    }
    KafkaException failure = next.failure;
    if (failure != null && id != null) {
      failed = failure;
    }
    RecordMetadata metadata =
        new RecordMetadata(next.partition, next.offset, 0, cluster.now(), -1, -1);
    if (next.callback != null) {
      next.callback.onCompletion(failure == null ? metadata : null, failure);
    }
    if (failure == null) {
      next.future.complete(metadata);
    } else {
      next.future.completeExceptionally(failure);
    }
  }

  @Override
  public void flush() {
    while (!unsent.isEmpty()) {
      deliverNext();
    }
    while (!unanswered.isEmpty()) {
      answerNext();
    }
  }

  @Override
  public void sendOffsetsToTransaction(
      Map<TopicPartition, OffsetAndMetadata> offsets, ConsumerGroupMetadata group) {
    requireUsable();
    request(
        "sendOffsetsToTransaction",
        () -> {
          requireEpoch();
          ConsumerGroup target = cluster.group(group.groupId());
          if (!group.memberId().isEmpty()
              && !target.accepts(group.memberId(), group.generationId())) {
            CommitFailedException refused =
                new CommitFailedException("the group has gone on without this member");
            failed = refused;
            throw refused;
          }
          cluster.transaction(required()).addOffsets(target, offsets);
        });
  }

  @Override
  public void commitTransaction() {
    requireUsable();
    flush();
    requireUsable();
    request("commitTransaction", () -> end(Transaction.State.COMMITTED));
    inTransaction = false;
  }

  @Override
  public void abortTransaction() {
    requireOpen();
    unsent.clear();
    while (!unanswered.isEmpty()) {
      answerNext();
    }
    failed = null;
    request("abortTransaction", () -> end(Transaction.State.ABORTED));
    inTransaction = false;
  }

  private void end(Transaction.State state) {
    requireEpoch();
    cluster.end(required(), state);
  }

  private void requireEpoch() {
    cluster.tick();
    if (epoch != required().epoch()) {
      ProducerFencedException fenced =
          new ProducerFencedException("a newer producer has fenced this one");
      failed = fenced;
      throw fenced;
    }
  }

  /** A request whose answer may be lost after it had its effect. */
  private void request(String name, Runnable effect) {
    requireOpen();
    connection.before(name);
    cluster.tick();
    effect.run();
    connection.after(name);
  }

  private void requireUsable() {
    requireOpen();
    KafkaException cause = failed;
    if (cause instanceof ProducerFencedException fenced) {
      throw fenced;
    }
    if (cause != null) {
      throw new KafkaException("the producer is in an error state", cause);
    }
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the producer is closed");
    }
  }

  private TransactionalId required() {
    TransactionalId own = id;
    if (own == null) {
      throw new IllegalStateException("the producer is not transactional");
    }
    return own;
  }

  @Override
  public List<PartitionInfo> partitionsFor(String topic) {
    return cluster.partitionsOf(topic);
  }

  @Override
  public Map<MetricName, ? extends Metric> metrics() {
    return Map.of();
  }

  @Override
  public void close() {
    if (!closed && failed == null && !inTransaction) {
      flush();
    }
    closed = true;
  }

  @Override
  public void close(Duration timeout) {
    if (timeout.isZero()) {
      closed = true;
    } else {
      close();
    }
  }

  @Override
  public Uuid clientInstanceId(Duration timeout) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void registerMetricForSubscription(KafkaMetric metric) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void unregisterMetricFromSubscription(KafkaMetric metric) {
    throw new UnsupportedOperationException();
  }
}
