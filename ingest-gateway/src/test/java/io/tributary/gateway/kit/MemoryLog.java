package io.tributary.gateway.kit;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/** Topics in memory: what {@link LogProducer} appends, each {@link LogConsumer} reads. */
public final class MemoryLog {

  static final int PARTITIONS = 6;

  private final Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> records =
      new ConcurrentHashMap<>();
  private final List<LogConsumer> readers = new CopyOnWriteArrayList<>();
  private final List<Consumer<ProducerRecord<byte[], byte[]>>> observers =
      new CopyOnWriteArrayList<>();
  private boolean held;

  /** Calls the observer after each record that is appended, on the thread that appends. */
  public void observe(Consumer<ProducerRecord<byte[], byte[]>> observer) {
    observers.add(observer);
  }

  /** Appends a record to its partition. */
  public void append(ProducerRecord<byte[], byte[]> record) {
    Integer chosen = record.partition();
    TopicPartition partition =
        new TopicPartition(record.topic(), chosen == null ? 0 : chosen.intValue());
    synchronized (this) {
      List<ConsumerRecord<byte[], byte[]>> log =
          records.computeIfAbsent(partition, any -> new CopyOnWriteArrayList<>());
      ConsumerRecord<byte[], byte[]> appended =
          new ConsumerRecord<>(
              partition.topic(), partition.partition(), log.size(), record.key(), record.value());
      log.add(appended);
      readers.forEach(reader -> reader.appended(partition, log.size(), held ? null : appended));
    }
    observers.forEach(observer -> observer.accept(record));
  }

  /** From now on readers learn that the log grows but do not get the records. */
  public synchronized void hold() {
    held = true;
  }

  /** The values of a topic, partition by partition. */
  public List<byte[]> values(String topic) {
    return records(topic)
        .map(ConsumerRecord::value)
        .collect(Collectors.toCollection(ArrayList::new));
  }

  /** The keys of a topic, likewise, as text. */
  public List<String> keys(String topic) {
    return records(topic).map(record -> new String(record.key(), StandardCharsets.UTF_8)).toList();
  }

  /** Records of all topics. */
  public long size() {
    return records.values().stream().mapToLong(List::size).sum();
  }

  private Stream<ConsumerRecord<byte[], byte[]>> records(String topic) {
    return IntStream.range(0, PARTITIONS)
        .mapToObj(partition -> at(new TopicPartition(topic, partition)))
        .flatMap(List::stream);
  }

  synchronized Stream<ConsumerRecord<byte[], byte[]>> join(
      LogConsumer reader, List<TopicPartition> partitions) {
    readers.add(reader);
    return partitions.stream().flatMap(partition -> at(partition).stream());
  }

  /** Where partitions end, as a broker says it. */
  public Map<TopicPartition, CompletableFuture<Long>> ends(Collection<TopicPartition> partitions) {
    return partitions.stream()
        .collect(
            Collectors.toMap(
                Function.identity(), each -> CompletableFuture.completedFuture(end(each))));
  }

  long end(TopicPartition partition) {
    return at(partition).size();
  }

  private List<ConsumerRecord<byte[], byte[]>> at(TopicPartition partition) {
    return records.getOrDefault(partition, List.of());
  }
}
