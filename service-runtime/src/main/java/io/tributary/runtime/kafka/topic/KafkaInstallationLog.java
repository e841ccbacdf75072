package io.tributary.runtime.kafka.topic;

import io.tributary.avro.envelope.SecretFingerprint;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.runtime.kafka.client.LogReader;
import io.tributary.schemas.format.SingleObjectFormat;
import io.tributary.schemas.format.UndecodableException;
import io.tributary.schemas.header.RecordHeader;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The installation's log as a topic. Opens its consumer at the first read. */
public final class KafkaInstallationLog implements InstallationLog {

  /** Start of the names of records with the id of a topic. */
  static final String TOPIC_ID = "topic-id ";

  private static final Logger log = LoggerFactory.getLogger(KafkaInstallationLog.class);
  private static final String CLIENT_ID = "tributary-meta";
  private static final Duration APPEND = Duration.ofSeconds(30);

  /** Well under the time-out of the processors' transactions. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** Needs no knowledge of formats, which this topic holds. */
  private final SingleObjectFormat format = SingleObjectFormat.ofReleases();

  private final TopicPartition place;

  /** Start of the keys of records that are read. */
  private final String keys;

  private final Supplier<Consumer<byte[], byte[]>> consumers;
  private final Supplier<Producer<byte[], byte[]>> producers;
  private @Nullable Consumer<byte[], byte[]> consumer;

  public KafkaInstallationLog(KafkaClients clients) {
    this(clients, Topics.META, "");
  }

  private KafkaInstallationLog(KafkaClients clients, Topic<?, ?> topic, String keys) {
    this(
        clients.topics().of(topic),
        keys,
        () ->
            clients.reader(
                CLIENT_ID,
                Map.of(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) PATIENCE.toMillis())),
        () -> clients.producer(CLIENT_ID, Map.of()));
  }

  KafkaInstallationLog(
      String topic,
      String keys,
      Supplier<Consumer<byte[], byte[]>> consumers,
      Supplier<Producer<byte[], byte[]>> producers) {
    this.place = new TopicPartition(topic, 0);
    this.keys = keys;
    this.consumers = consumers;
    this.producers = producers;
  }

  /** Ids of topics among the changes of the live generation. */
  static KafkaInstallationLog guard(KafkaClients clients) {
    return new KafkaInstallationLog(clients, Topics.GENERATIONS, TOPIC_ID);
  }

  /** True of a record under a key of {@code tributary.generations} that is no generation's. */
  public static boolean isTopicId(byte[] key) {
    return new String(key, StandardCharsets.UTF_8).startsWith(TOPIC_ID);
  }

  @Override
  public void read(java.util.function.Consumer<SecretFingerprint> each) {
    Consumer<byte[], byte[]> own = opened();
    if (own == null) {
      return;
    }
    LogReader.readToEnd(
        own,
        place,
        PATIENCE,
        record -> {
          if (isOurs(record)) {
            decoded(record).ifPresent(each);
          }
        });
  }

  @Override
  public void append(List<SecretFingerprint> records, RuntimeContext runtime) {
    try (Producer<byte[], byte[]> producer = producers.get()) {
      List<Future<RecordMetadata>> appended =
          records.stream().map(each -> producer.send(record(each, runtime))).toList();
      for (Future<RecordMetadata> each : appended) {
        each.get(APPEND.toMillis(), TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    } catch (ExecutionException | java.util.concurrent.TimeoutException e) {
      if (e.getCause() instanceof AuthorizationException refused) {
        throw refused;
      }
      throw new KafkaException(place.topic() + " cannot be written", e);
    }
  }

  private ProducerRecord<byte[], byte[]> record(SecretFingerprint value, RuntimeContext runtime) {
    byte[] key = value.getName().getBytes(StandardCharsets.UTF_8);
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(place.topic(), place.partition(), key, format.encode(value));
    String id = runtime.newUuid().toString();
    RecordHeader.FACT_ID.put(record.headers(), id);
    RecordHeader.ACCEPTED_AT.put(record.headers(), Long.toString(runtime.nowMillis()));
    // No request brought it, so it stands for itself
    RecordHeader.REQUEST_ID.put(record.headers(), id);
    return record;
  }

  /** Null while the topic does not exist: nothing is written yet. */
  private @Nullable Consumer<byte[], byte[]> opened() {
    Consumer<byte[], byte[]> own = consumer;
    if (own == null) {
      own = consumers.get();
      consumer = own;
    }
    if (own.assignment().isEmpty()) {
      if (own.partitionsFor(place.topic()).isEmpty()) {
        return null;
      }
      own.assign(List.of(place));
      own.seekToBeginning(List.of(place));
    }
    return own;
  }

  private boolean isOurs(ConsumerRecord<byte[], byte[]> record) {
    return keys.isEmpty()
        || (record.key() != null
            && new String(record.key(), StandardCharsets.UTF_8).startsWith(keys));
  }

  /** Skips foreign records. */
  private Optional<SecretFingerprint> decoded(ConsumerRecord<byte[], byte[]> record) {
    String reason = "it has no value";
    if (record.value() != null) {
      try {
        return Optional.of(format.decode(SecretFingerprint.class, record.value()));
      } catch (UndecodableException e) {
        reason = e.reason();
      }
    }
    log.warn("skipped {}/{}: {}", place, record.offset(), reason);
    return Optional.empty();
  }

  @Override
  public void close() {
    Consumer<byte[], byte[]> own = consumer;
    consumer = null;
    if (own != null) {
      own.close();
    }
  }
}
