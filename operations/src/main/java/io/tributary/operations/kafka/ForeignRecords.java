package io.tributary.operations.kafka;

import io.tributary.operations.OperationException;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.runtime.kafka.format.PipelineFormat;
import io.tributary.schemas.deadletter.Origin;
import io.tributary.schemas.format.SchemaUnavailableException;
import io.tributary.schemas.format.UndecodableException;
import io.tributary.schemas.key.KeyFormatException;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.TopicKind;
import io.tributary.schemas.topic.TopicNaming;
import io.tributary.schemas.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/** Waits that no processor has written, and that none will end. */
public final class ForeignRecords implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final KafkaClients clients;
  private final PipelineFormat format;

  /** Topics of waits, by name in the cluster. */
  private final Map<String, Topic<?, ?>> topics;

  public ForeignRecords(KafkaClients clients) {
    this.clients = clients;
    format = PipelineFormat.of(clients);
    TopicNaming naming = clients.topics();
    topics =
        Topics.of(clients.families()).stream()
            .filter(topic -> topic.kind() == TopicKind.WAITS)
            .collect(Collectors.toMap(naming::of, topic -> topic));
  }

  /** The reason that a wait is foreign; empty for one of ours, and for one of another schema. */
  public Optional<String> reason(ConsumerRecord<byte[], byte[]> wait) {
    Topic<?, ?> topic = topics.get(wait.topic());
    if (topic == null || wait.value() == null) {
      return Optional.empty();
    }
    try {
      Object unusedKey = topic.keys().decode(new String(wait.key(), StandardCharsets.UTF_8));
      Object unusedValue = format.decode(topic.requiredValueType(), wait.value());
      return Optional.empty();
    } catch (KeyFormatException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    } catch (UndecodableException e) {
      return e.isSchemaUnknown() ? Optional.empty() : Optional.of(e.reason());
    } catch (SchemaUnavailableException e) {
      return Optional.empty();
    }
  }

  /**
   * Writes a tombstone behind a foreign wait.
   *
   * @return the reason that it is foreign
   */
  public String discard(Origin place) throws InterruptedException {
    Topic<?, ?> topic = topics.get(place.topic());
    if (topic == null) {
      throw OperationException.invalid(place.topic() + " is no topic of waits: " + topics.keySet());
    }
    ConsumerRecord<byte[], byte[]> wait =
        read(place).orElseThrow(() -> OperationException.invalid("there is no record at " + place));
    String reason =
        reason(wait)
            .orElseThrow(
                () -> OperationException.invalid(place + " is a wait of ours, and ends by itself"));
    try (Producer<byte[], byte[]> producer = clients.producer("tributary-cli-discard", Map.of())) {
      Object unused =
          producer
              .send(new ProducerRecord<>(place.topic(), place.partition(), wait.key(), null))
              .get();
    } catch (ExecutionException e) {
      throw new KafkaException(place.topic() + " cannot be written", e.getCause());
    }
    return reason;
  }

  private Optional<ConsumerRecord<byte[], byte[]>> read(Origin place) {
    TopicPartition partition = new TopicPartition(place.topic(), place.partition());
    AtomicReference<ConsumerRecord<byte[], byte[]>> found = new AtomicReference<>();
    try (Consumer<byte[], byte[]> consumer = clients.reader("tributary-cli-discard", Map.of())) {
      consumer.assign(List.of(partition));
      consumer.seek(partition, place.offset());
      Map<TopicPartition, Long> end = new HashMap<>(Map.of(partition, place.offset() + 1));
      BoundedRead.run(
          consumer,
          end,
          PATIENCE,
          record -> {
            if (record.offset() == place.offset()) {
              found.set(record);
            }
          });
    }
    return Optional.ofNullable(found.get());
  }

  @Override
  public void close() {
    format.close();
  }
}
