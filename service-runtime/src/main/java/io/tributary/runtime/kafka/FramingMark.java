package io.tributary.runtime.kafka;

import io.tributary.avro.envelope.SecretFingerprint;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.schemas.framing.SingleObjectFraming;
import io.tributary.schemas.framing.UndecodableException;
import io.tributary.schemas.header.RecordHeader;
import io.tributary.schemas.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The record among the fingerprints that says: values of this pipeline carry ids of a schema
 * registry. Written once, before the first such value, and never taken back. Any thread may ask.
 */
final class FramingMark implements AutoCloseable {

  private static final String NAME = "framing";
  private static final String CONFLUENT = "confluent";
  private static final Duration POLL = Duration.ofMillis(100);
  private static final int POLLS = 100;
  private static final Duration APPEND = Duration.ofSeconds(30);

  private final KafkaClients clients;
  private final SingleObjectFraming framing;
  private final TopicPartition place;
  private @Nullable Consumer<byte[], byte[]> consumer;
  private boolean found;

  FramingMark(KafkaClients clients, SingleObjectFraming framing) {
    this.clients = clients;
    this.framing = framing;
    this.place = new TopicPartition(clients.topics().of(Topics.META), 0);
  }

  /** True once it has been written; asks the brokers until then. */
  synchronized boolean isThere() {
    if (!found) {
      look();
    }
    return found;
  }

  /** Returns when all in-sync replicas have it. */
  void write(Ambient ambient) {
    byte[] value = framing.encode(new SecretFingerprint(NAME, CONFLUENT));
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(place.topic(), 0, NAME.getBytes(StandardCharsets.UTF_8), value);
    String id = ambient.newUuid().toString();
    RecordHeader.FACT_ID.put(record.headers(), id);
    RecordHeader.ACCEPTED_AT.put(record.headers(), Long.toString(ambient.nowMillis()));
    // No request brought it, so it stands for itself
    RecordHeader.REQUEST_ID.put(record.headers(), id);
    try (Producer<byte[], byte[]> producer = clients.producer("tributary-framing", Map.of())) {
      Future<RecordMetadata> appended = producer.send(record);
      appended.get(APPEND.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    } catch (ExecutionException | java.util.concurrent.TimeoutException e) {
      throw new KafkaException("the mark of the framing cannot be written", e);
    }
  }

  private void look() {
    Consumer<byte[], byte[]> own = opened();
    if (own == null) {
      return;
    }
    long end = own.endOffsets(List.of(place)).getOrDefault(place, 0L);
    for (int left = POLLS; !found && own.position(place) < end; left--) {
      if (left == 0) {
        throw new TimeoutException(place + " cannot be read to its end");
      }
      own.poll(POLL).forEach(this::take);
    }
  }

  /** Nothing, as long as there is no such topic: then nothing has been written either. */
  private @Nullable Consumer<byte[], byte[]> opened() {
    Consumer<byte[], byte[]> own = consumer;
    if (own == null) {
      own = clients.consumer("tributary-framing", Map.of());
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

  private void take(ConsumerRecord<byte[], byte[]> record) {
    try {
      SecretFingerprint written = framing.decode(SecretFingerprint.class, record.value());
      found = found || written.getName().equals(NAME);
    } catch (UndecodableException e) {
      // whatever that is, it is no mark
      return;
    }
  }

  @Override
  public synchronized void close() {
    Consumer<byte[], byte[]> own = consumer;
    consumer = null;
    if (own != null) {
      own.close();
    }
  }
}
