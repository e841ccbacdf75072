package io.tributary.gateway.kafka;

import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.schemas.topic.TopicKind;
import io.tributary.schemas.topic.Topics;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;

/** Settings of the gateway's producer. */
public final class ProducerSettings {

  /**
   * Defaults that operators may change. No linger, because requests wait; one request at a time to
   * each broker, so that records collect for the next meanwhile.
   */
  public static final Map<String, Object> DEFAULTS =
      Map.of(
          ProducerConfig.LINGER_MS_CONFIG,
          0,
          ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION,
          1,
          ProducerConfig.BATCH_SIZE_CONFIG,
          128 * 1024);

  /** For ever, in effect: no request waits for the metadata of an idle topic. */
  private static final long METADATA_IDLE_MS = Duration.ofDays(36_500).toMillis();

  private ProducerSettings() {}

  /**
   * Settings that operators cannot change. Delivery ends after four fifths of a request's deadline,
   * an attempt after two fifths, so that a lost answer leaves time for another. Sending never
   * blocks: metadata is there, and memory for the budget beside two batches for each partition.
   *
   * @param inflightBytes the byte budget
   */
  public static Map<String, Object> fixed(
      KafkaClients clients, Duration requestDeadline, long inflightBytes) {
    int largest = Topics.all().stream().mapToInt(topic -> topic.maxMessageBytes()).max().orElse(0);
    int deadline = Math.toIntExact(requestDeadline.toMillis());
    return Map.of(
        ProducerConfig.METADATA_MAX_IDLE_CONFIG,
        METADATA_IDLE_MS,
        ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
        deadline * 4 / 5,
        ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG,
        deadline * 2 / 5,
        ProducerConfig.MAX_BLOCK_MS_CONFIG,
        0,
        ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
        largest,
        ProducerConfig.BUFFER_MEMORY_CONFIG,
        Math.max(inflightBytes, 2L * largest) + batches(clients));
  }

  private static long batches(KafkaClients clients) {
    String key = ProducerConfig.BATCH_SIZE_CONFIG;
    Object size = clients.passThrough().getOrDefault(key, DEFAULTS.get(key));
    long bytes = (int) ConfigDef.parseType(key, size, ConfigDef.Type.INT);
    return Topics.all().stream()
        .filter(topic -> topic.kind() == TopicKind.FACTS)
        .mapToLong(topic -> 2L * clients.topics().partitions(topic) * bytes)
        .sum();
  }
}
