package io.tributary.harness.store;

import io.tributary.harness.pipeline.Endpoints;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Topics read and written with the plain clients. */
public final class Topics implements AutoCloseable {

  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final Endpoints endpoints;
  private final KafkaProducer<byte[], byte[]> producer;

  public Topics(Endpoints endpoints) {
    this.endpoints = endpoints;
    this.producer =
        new KafkaProducer<>(
            Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                endpoints.kafka(),
                ProducerConfig.ACKS_CONFIG,
                "all"),
            new ByteArraySerializer(),
            new ByteArraySerializer());
  }

  /**
   * Every committed record from the beginning to where the log ends now. Waits for transactions
   * that are still open, because what they hold may yet be committed.
   */
  public List<TopicRecord> read(String topic) {
    // Uncommitted: the end must not hide behind a transaction that is still open.
    return readTo(ends(topic, "read_uncommitted"), topic);
  }

  /**
   * Every committed record that nobody has to wait for: what stands before any open transaction.
   */
  public List<TopicRecord> visible(String topic) {
    return readTo(ends(topic, "read_committed"), topic);
  }

  private List<TopicRecord> readTo(Map<TopicPartition, Long> ends, String topic) {
    List<TopicRecord> records = new ArrayList<>();
    try (KafkaConsumer<byte[], byte[]> consumer = consumer("read_committed")) {
      consumer.assign(ends.keySet());
      consumer.seekToBeginning(ends.keySet());
      Instant deadline = Instant.now().plus(LIMIT);
      while (ends.entrySet().stream()
          .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
        if (Instant.now().isAfter(deadline)) {
          throw new AssertionError(topic + " has a transaction that does not end");
        }
        consumer.poll(Duration.ofMillis(200)).forEach(raw -> records.add(new TopicRecord(raw)));
      }
    }
    return records;
  }

  /** How many offsets a topic has given out, markers included. */
  public long length(String topic) {
    return ends(topic, "read_uncommitted").values().stream().mapToLong(Long::longValue).sum();
  }

  /** Appends a record and says where it stands, as {@code topic/partition/offset}. */
  public String append(ProducerRecord<byte[], byte[]> produced) {
    return place(producer.send(produced));
  }

  private static String place(Future<RecordMetadata> sent) {
    try {
      RecordMetadata metadata = sent.get(30, TimeUnit.SECONDS);
      return metadata.topic() + "/" + metadata.partition() + "/" + metadata.offset();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Appends records, those of a partition in their order, and says where each stands. */
  public List<String> appendAll(List<ProducerRecord<byte[], byte[]>> produced) {
    List<Future<RecordMetadata>> sent = produced.stream().map(producer::send).toList();
    return sent.stream().map(Topics::place).toList();
  }

  @Override
  public void close() {
    producer.close(Duration.ofSeconds(5));
  }

  private Map<TopicPartition, Long> ends(String topic, String isolation) {
    try (KafkaConsumer<byte[], byte[]> consumer = consumer(isolation)) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(info -> new TopicPartition(topic, info.partition()))
              .toList();
      return consumer.endOffsets(partitions);
    }
  }

  private KafkaConsumer<byte[], byte[]> consumer(String isolation) {
    return new KafkaConsumer<>(
        Map.of(
            ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
            endpoints.kafka(),
            ConsumerConfig.ISOLATION_LEVEL_CONFIG,
            isolation,
            ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
            "5000"),
        new ByteArrayDeserializer(),
        new ByteArrayDeserializer());
  }
}
