package io.tributary.simulation;

import io.tributary.simulation.Faults.Kind;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A producer of {@link SimulatedLog}. */
final class SimulatedProducer extends MockProducer<byte[], byte[]> {

  private final SimulatedLog log;
  private final SimulatedProcess process;
  private final SimulatedLog.@Nullable Transactional transactional;
  private final Deque<Sent> network = new ArrayDeque<>();
  private int epoch;
  private boolean inTransaction;

  private record Sent(ProducerRecord<byte[], byte[]> record, Callback callback) {}

  SimulatedProducer(
      SimulatedLog log,
      SimulatedProcess process,
      SimulatedLog.@Nullable Transactional transactional) {
    this.log = log;
    this.process = process;
    this.transactional = transactional;
  }

  private SimulatedLog.Transactional own() {
    if (transactional == null) {
      throw new IllegalStateException("no transactional producer");
    }
    return transactional;
  }

  @Override
  public void initTransactions() {
    process.call("init");
    SimulatedLog.Transactional own = own();
    if (own.open) {
      log.end(own, false);
    }
    epoch = ++own.epoch;
    process.call("inited");
  }

  @Override
  public void beginTransaction() {
    log.requireEpoch(own(), epoch);
    inTransaction = true;
  }

  private void open() {
    SimulatedLog.Transactional own = own();
    log.requireEpoch(own, epoch);
    if (!own.open) {
      own.open = true;
      own.openedAt = log.world().nanos();
    }
  }

  @Override
  public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record) {
    return send(record, (metadata, failure) -> {});
  }

  @Override
  public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record, Callback callback) {
    process.call("send");
    TopicPartition to = log.place(record);
    if (transactional != null) {
      if (!inTransaction) {
        throw new IllegalStateException("no transaction has begun");
      }
      open();
      log.append(to, record, own());
      return new CompletableFuture<>();
    }
    network.add(new Sent(record, callback));
    log.world()
        .after(
            Duration.ofNanos(process.chance().nextInt(3_000_000)), () -> !network.isEmpty(),
            this::deliver);
    return new CompletableFuture<>();
  }

  /** What a process has sent before its end may arrive or not. */
  private void deliver() {
    Sent next = network.remove();
    if (!process.isAlive() && process.chance().nextBoolean()) {
      network.clear();
      return;
    }
    TopicPartition to = log.place(next.record());
    if (log.strikes(Kind.KAFKA_TIMEOUT)) {
      end(next, to, -1, new TimeoutException("expired"));
      return;
    }
    long offset = log.append(to, next.record(), null);
    boolean lost = log.strikes(Kind.KAFKA_LOST_ANSWER);
    end(next, to, offset, lost ? new TimeoutException("expired, yet appended") : null);
  }

  private void end(Sent sent, TopicPartition to, long offset, @Nullable Exception failure) {
    RecordMetadata metadata = new RecordMetadata(to, offset, 0, log.world().millis(), 0, 0);
    log.world()
        .after(
            Duration.ofNanos(process.chance().nextInt(failure == null ? 3_000_000 : 900_000_000)),
            process::isAlive,
            () -> sent.callback().onCompletion(metadata, failure));
  }

  @Override
  public void sendOffsetsToTransaction(
      Map<TopicPartition, OffsetAndMetadata> offsets, ConsumerGroupMetadata metadata) {
    process.call("offsets");
    open();
    SimulatedConsumer.Membership member = (SimulatedConsumer.Membership) metadata;
    member.consumer().requireMember(offsets.keySet());
    own()
        .offsets
        .computeIfAbsent(member.consumer().requireGroup(), group -> new java.util.HashMap<>())
        .putAll(offsets);
    process.call("offsets sent");
  }

  @Override
  public void commitTransaction() {
    process.call("commit");
    if (log.strikes(Kind.KAFKA_TIMEOUT)) {
      throw new TimeoutException("no answer to the commit");
    }
    log.requireEpoch(own(), epoch);
    log.end(own(), true);
    inTransaction = false;
    if (log.strikes(Kind.KAFKA_LOST_ANSWER)) {
      throw new TimeoutException("no answer to the commit, which counts");
    }
    process.call("committed");
  }

  @Override
  public void abortTransaction() {
    process.call("abort");
    log.requireEpoch(own(), epoch);
    log.end(own(), false);
    inTransaction = false;
  }

  @Override
  public List<PartitionInfo> partitionsFor(String topic) {
    return List.of();
  }

  @Override
  public void close() {}

  @Override
  public void close(Duration timeout) {}

  /** For a lint that wants every field used. */
  Optional<SimulatedLog.Transactional> state() {
    return Optional.ofNullable(transactional);
  }
}
