package io.tributary.harness.store;

import io.tributary.harness.pipeline.Endpoints;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Topics read and written with the plain clients. */
public final class Topics implements AutoCloseable {

  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final Map<String, Object> connection;
  private final KafkaProducer<byte[], byte[]> producer;
  private final Admin admin;

  public Topics(Endpoints endpoints) {
    connection = endpoints.connection();
    Map<String, Object> durable = new HashMap<>(connection);
    durable.put(ProducerConfig.ACKS_CONFIG, "all");
    producer = new KafkaProducer<>(durable, new ByteArraySerializer(), new ByteArraySerializer());
    Map<String, Object> impatient = new HashMap<>(connection);
    // It asks the leaders that it knows, until it gives up.
    impatient.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, 15_000);
    admin = Admin.create(impatient);
  }

  /**
   * Every committed record from the beginning to where the log ends now. Waits for transactions
   * that are still open, because what they hold may yet be committed.
   */
  public List<TopicRecord> read(String topic) {
    // Uncommitted: the end must not hide behind a transaction that is still open.
    return readAll(List.of(topic));
  }

  /** The same of several topics. */
  public List<TopicRecord> readAll(Collection<String> topics) {
    return readTo(ends(topics, IsolationLevel.READ_UNCOMMITTED), topics.toString());
  }

  /**
   * Every committed record that nobody has to wait for: what stands before any open transaction.
   */
  public List<TopicRecord> visible(String topic) {
    return readTo(ends(List.of(topic), IsolationLevel.READ_COMMITTED), topic);
  }

  private List<TopicRecord> readTo(Map<TopicPartition, Long> ends, String topic) {
    return read(Map.of(), ends, topic);
  }

  private List<TopicRecord> read(
      Map<TopicPartition, Long> from, Map<TopicPartition, Long> ends, String topic) {
    List<TopicRecord> records = new ArrayList<>();
    try (KafkaConsumer<byte[], byte[]> consumer = consumer()) {
      consumer.assign(ends.keySet());
      consumer.seekToBeginning(ends.keySet());
      from.forEach(consumer::seek);
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

  /** Ends of all partitions of changelogs, open transactions excluded. */
  public Map<TopicPartition, Long> endsOfChangelogs() {
    List<String> changelogs =
        get(admin.listTopics().names().toCompletionStage().toCompletableFuture()).stream()
            .filter(name -> name.endsWith("-changelog"))
            .toList();
    return ends(changelogs, IsolationLevel.READ_COMMITTED);
  }

  /** Number of records of the last transaction in all partitions of changelogs. */
  public long lastOfChangelogs(Map<TopicPartition, Long> since) {
    Map<TopicPartition, Long> last = new HashMap<>();
    Map<TopicPartition, Long> next = new HashMap<>();
    for (TopicRecord record : read(since, endsOfChangelogs(), "changelogs")) {
      TopicPartition partition = new TopicPartition(record.raw().topic(), record.raw().partition());
      long offset = record.raw().offset();
      // a marker is between two transactions
      boolean same = Long.valueOf(offset).equals(next.put(partition, offset + 1));
      last.merge(partition, 1L, (before, one) -> same ? before + one : one);
    }
    return last.values().stream().mapToLong(Long::longValue).sum();
  }

  /** How many offsets topics have given out, markers included. */
  public long length(String... topics) {
    return ends(List.of(topics), IsolationLevel.READ_UNCOMMITTED).values().stream()
        .mapToLong(Long::longValue)
        .sum();
  }

  /** Appends a record and says where it stands, as {@code topic/partition/offset}. */
  public String append(ProducerRecord<byte[], byte[]> produced) {
    return place(producer.send(produced));
  }

  private static String place(Future<RecordMetadata> sent) {
    RecordMetadata metadata = get(sent);
    return metadata.topic() + "/" + metadata.partition() + "/" + metadata.offset();
  }

  private static <T> T get(Future<T> future) {
    try {
      return future.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
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
    admin.close(Duration.ofSeconds(5));
  }

  private Map<TopicPartition, Long> ends(Collection<String> topics, IsolationLevel isolation) {
    Map<TopicPartition, OffsetSpec> partitions = new HashMap<>();
    get(admin.describeTopics(topics).allTopicNames().toCompletionStage().toCompletableFuture())
        .forEach(
            (topic, description) ->
                description
                    .partitions()
                    .forEach(
                        info ->
                            partitions.put(
                                new TopicPartition(topic, info.partition()), OffsetSpec.latest())));
    Map<TopicPartition, Long> ends = new HashMap<>();
    get(admin
            .listOffsets(partitions, new ListOffsetsOptions(isolation))
            .all()
            .toCompletionStage()
            .toCompletableFuture())
        .forEach((partition, end) -> ends.put(partition, end.offset()));
    return ends;
  }

  private KafkaConsumer<byte[], byte[]> consumer() {
    Map<String, Object> settings = new HashMap<>(connection);
    settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, "5000");
    return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }
}
