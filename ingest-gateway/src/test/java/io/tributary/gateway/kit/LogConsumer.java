package io.tributary.gateway.kit;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;

/** Kafka's own mock consumer, fed by a {@link MemoryLog}. */
public final class LogConsumer extends MockConsumer<byte[], byte[]> {

  private static final Duration NAP = Duration.ofMillis(2);

  private final MemoryLog log;
  private final Duration nap;
  private final AtomicBoolean woken = new AtomicBoolean();

  public LogConsumer(MemoryLog log) {
    this(log, NAP);
  }

  /** A reader that learns of nothing new for so long, again and again. */
  static LogConsumer sluggish(MemoryLog log, Duration nap) {
    return new LogConsumer(log, nap);
  }

  private LogConsumer(MemoryLog log, Duration nap) {
    super("earliest");
    this.log = log;
    this.nap = nap;
  }

  @Override
  @SuppressWarnings("UnsynchronizedOverridesSynchronized") // reads nothing that changes
  public List<PartitionInfo> partitionsFor(String topic) {
    return IntStream.range(0, MemoryLog.PARTITIONS)
        .mapToObj(
            partition ->
                new PartitionInfo(topic, partition, Node.noNode(), new Node[0], new Node[0]))
        .toList();
  }

  @Override
  @SuppressWarnings("UnsynchronizedOverridesSynchronized") // the log's lock comes first
  public void assign(Collection<TopicPartition> partitions) {
    super.assign(partitions);
    updateBeginningOffsets(
        partitions.stream().collect(Collectors.toMap(Function.identity(), any -> 0L)));
    updateEndOffsets(partitions.stream().collect(Collectors.toMap(Function.identity(), log::end)));
    log.join(this, List.copyOf(partitions)).forEach(this::addRecord);
  }

  @Override
  @SuppressWarnings("UnsynchronizedOverridesSynchronized") // the flag is atomic
  public void wakeup() {
    woken.set(true);
  }

  private void throwIfWoken() {
    if (woken.getAndSet(false)) {
      throw new WakeupException();
    }
  }

  @Override
  @SuppressWarnings("UnsynchronizedOverridesSynchronized") // naps without the lock
  public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
    throwIfWoken();
    ConsumerRecords<byte[], byte[]> records = super.poll(timeout);
    if (records.isEmpty()) {
      // The mock never waits; a reader in a loop would take a whole processor
      LockSupport.parkNanos(nap.toNanos());
    }
    return records;
  }

  void appended(
      TopicPartition partition, long end, @Nullable ConsumerRecord<byte[], byte[]> record) {
    if (!closed() && assignment().contains(partition)) {
      updateEndOffsets(Map.of(partition, end));
      if (record != null) {
        addRecord(record);
      }
    }
  }
}
