package io.tributary.operations.kafka;

import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.runtime.kafka.format.PipelineFormat;
import io.tributary.schemas.format.SchemaUnavailableException;
import io.tributary.schemas.format.UndecodableException;
import io.tributary.schemas.key.KeyFormatException;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.TopicKind;
import io.tributary.schemas.topic.TopicNaming;
import io.tributary.schemas.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Waits that no processor has written, and that none will end. */
public final class ForeignRecords implements AutoCloseable {

  private final PipelineFormat format;

  /** Topics of waits, by name in the cluster. */
  private final Map<String, Topic<?, ?>> topics;

  public ForeignRecords(KafkaClients clients) {
    format = PipelineFormat.of(clients);
    TopicNaming naming = clients.topics();
    topics =
        Topics.of(clients.families()).stream()
            .filter(topic -> topic.kind() == TopicKind.WAITS)
            .collect(Collectors.toMap(naming::of, topic -> topic));
  }

  /** Names of the topics of waits in the cluster. */
  public Set<String> topics() {
    return Set.copyOf(topics.keySet());
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

  @Override
  public void close() {
    format.close();
  }
}
