package io.tributary.operations.kafka;

import io.tributary.operations.OperationException;
import io.tributary.runtime.kafka.client.KafkaAnswers;
import io.tributary.runtime.kafka.client.LogReader;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;

/**
 * Reads the committed records of topics once, up to their present ends, each partition in order.
 */
public final class TopicScan implements AutoCloseable {

  /** The consumer has nothing to finish. */
  private static final Duration CLOSING = Duration.ofSeconds(1);

  private static final Duration POLL = Duration.ofMillis(500);

  /** Polls without progress: longer than a transaction of ours may be open. */
  private static final int MOST_POLLS_IN_VAIN = 90;

  /** Polls without progress until the brokers are asked whether they are there. */
  private static final int POLLS_OF_QUESTION = 20;

  private static final int MUCH = 1 << 20;

  /** Bytes of an answer of a broker; Kafka's default of 50 MB would be much for a look. */
  private static final int MOST_FETCHED = 4 << 20;

  private static final int MANY = 5000;

  private final Consumer<byte[], byte[]> consumer;
  private final Map<TopicPartition, Long> starts;
  private final Map<TopicPartition, Long> ends;

  private TopicScan(
      Consumer<byte[], byte[]> consumer,
      Map<TopicPartition, Long> starts,
      Map<TopicPartition, Long> ends) {
    this.consumer = consumer;
    this.starts = starts;
    this.ends = ends;
  }

  /** A scan of topics in the cluster. */
  public static TopicScan open(Cluster cluster, Collection<String> names) {
    return open(cluster, names, Map.of());
  }

  /**
   * A scan for {@link #follow}: brokers collect new records for half a second, which saves work.
   */
  public static TopicScan following(Cluster cluster, Collection<String> names) {
    return open(
        cluster,
        names,
        Map.of(
            ConsumerConfig.FETCH_MIN_BYTES_CONFIG,
            MUCH,
            ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG,
            (int) POLL.toMillis(),
            ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
            MANY));
  }

  private static TopicScan open(
      Cluster cluster, Collection<String> names, Map<String, Object> config) {
    Map<String, Object> all = new HashMap<>(config);
    all.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, MOST_FETCHED);
    Consumer<byte[], byte[]> consumer = cluster.clients().reader("tributary-cli-scan", all);
    try {
      List<TopicPartition> partitions =
          names.stream().flatMap(name -> partitions(consumer, name).stream()).toList();
      return new TopicScan(
          consumer,
          new HashMap<>(consumer.beginningOffsets(partitions)),
          new HashMap<>(consumer.endOffsets(partitions)));
    } catch (RuntimeException e) {
      consumer.close();
      throw e;
    }
  }

  /** Leaves out earlier records, by the broker's time. */
  public TopicScan since(Instant moment) {
    starts.putAll(at(moment));
    return this;
  }

  /** Time of the oldest record; empty without records. */
  public Optional<Instant> oldest() {
    return first(1).stream()
        .map(ConsumerRecord::timestamp)
        .min(Long::compare)
        .map(Instant::ofEpochMilli);
  }

  /** Offset of the first record of that time or later; the end without one. */
  private Map<TopicPartition, Long> at(Instant moment) {
    Map<TopicPartition, Long> wanted =
        starts.keySet().stream()
            .collect(Collectors.toMap(partition -> partition, any -> moment.toEpochMilli()));
    Map<TopicPartition, OffsetAndTimestamp> found = consumer.offsetsForTimes(wanted);
    return ends.entrySet().stream()
        .collect(
            Collectors.toMap(
                Map.Entry::getKey,
                end ->
                    Optional.ofNullable(found.get(end.getKey()))
                        .map(OffsetAndTimestamp::offset)
                        .orElse(end.getValue())));
  }

  /** First records of each partition, at least that many if there are. */
  public List<ConsumerRecord<byte[], byte[]>> first(int most) {
    Map<TopicPartition, Long> whole = Map.copyOf(ends);
    ends.replaceAll((partition, end) -> Math.min(end, starts.getOrDefault(partition, 0L) + most));
    List<ConsumerRecord<byte[], byte[]>> found = new ArrayList<>();
    each(found::add);
    ends.putAll(whole);
    return found;
  }

  /** First offset of each partition. */
  public Map<TopicPartition, Long> starts() {
    return Map.copyOf(starts);
  }

  /** End offset of each partition. */
  public Map<TopicPartition, Long> ends() {
    return Map.copyOf(ends);
  }

  /** Includes open transactions, whose records are visited if they are committed. */
  public TopicScan withOpen(Cluster cluster) throws InterruptedException {
    ends.putAll(cluster.queries().ends(ends.keySet()));
    return this;
  }

  /** Raises first offsets. */
  public TopicScan from(Map<TopicPartition, Long> offsets) {
    offsets.forEach(
        (partition, offset) ->
            starts.computeIfPresent(partition, (same, start) -> Math.max(start, offset)));
    return this;
  }

  /** Leaves out all but the last offsets of each partition, some of which hold no record. */
  public TopicScan latest(long offsets) {
    Map<TopicPartition, Long> from = new HashMap<>(ends);
    from.replaceAll((partition, end) -> end - offsets);
    return from(from);
  }

  /** Leaves out later records, and all of other partitions. */
  public TopicScan upTo(Map<TopicPartition, Long> offsets) {
    ends.keySet().retainAll(offsets.keySet());
    starts.keySet().retainAll(offsets.keySet());
    ends.replaceAll((partition, end) -> Math.min(end, offsets.getOrDefault(partition, end)));
    return this;
  }

  /** Leaves out all other partitions. */
  public TopicScan only(TopicPartition partition) {
    starts.keySet().retainAll(Set.of(partition));
    ends.keySet().retainAll(Set.of(partition));
    return this;
  }

  /** Count of offsets, some without a record. */
  public long offsets() {
    return ends.entrySet().stream()
        .mapToLong(end -> Math.max(0, end.getValue() - starts.getOrDefault(end.getKey(), 0L)))
        .sum();
  }

  /** Visits every record until the visitor stops. */
  public void each(LogReader.Visitor visitor) {
    Map<TopicPartition, Long> open = new HashMap<>(ends);
    open.entrySet().removeIf(end -> starts.getOrDefault(end.getKey(), 0L) >= end.getValue());
    consumer.assign(open.keySet());
    open.keySet()
        .forEach(partition -> consumer.seek(partition, starts.getOrDefault(partition, 0L)));
    read(consumer, open, visitor);
  }

  /**
   * Reads assigned partitions to their ends; {@link OperationException} if an open transaction
   * holds them back, Kafka's TimeoutException if the brokers are gone.
   */
  static void read(
      Consumer<byte[], byte[]> consumer,
      Map<TopicPartition, Long> ends,
      LogReader.Visitor visitor) {
    LogReader reader =
        new LogReader(
            consumer,
            POLL,
            polls -> {
              if (polls % POLLS_OF_QUESTION == 0) {
                Object unused = consumer.endOffsets(consumer.assignment(), KafkaAnswers.LIMIT);
              }
              return polls < MOST_POLLS_IN_VAIN;
            },
            KafkaAnswers.LIMIT);
    Map<TopicPartition, Long> rest = reader.read(ends, visitor);
    if (!rest.isEmpty() && !visitor.enough()) {
      throw OperationException.failed(
          "an open transaction holds back "
              + rest.keySet().iterator().next()
              + ": `tributary status` names it");
    }
  }

  /** Visits new records, too, without an end; waits for brokers that are away. */
  public void follow(LogReader.Visitor visitor) {
    consumer.assign(starts.keySet());
    starts.forEach(consumer::seek);
    long records = 0;
    while (!visitor.enough()) {
      ConsumerRecords<byte[], byte[]> polled = consumer.poll(POLL);
      polled.forEach(visitor::record);
      records += polled.count();
      visitor.passed(records);
    }
  }

  /** Offset up to which a partition is read. */
  public long position(TopicPartition partition) {
    return consumer.position(partition);
  }

  private static List<TopicPartition> partitions(Consumer<byte[], byte[]> consumer, String topic) {
    List<TopicPartition> partitions =
        consumer.partitionsFor(topic).stream()
            .map(info -> new TopicPartition(topic, info.partition()))
            .toList();
    if (partitions.isEmpty()) {
      throw OperationException.failed(
          "topic " + topic + " does not exist; run `tributary topics create`");
    }
    return partitions;
  }

  @Override
  public void close() {
    consumer.close(CloseOptions.timeout(CLOSING));
  }
}
