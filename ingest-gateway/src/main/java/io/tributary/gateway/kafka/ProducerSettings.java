package io.tributary.gateway.kafka;

import io.tributary.schemas.topic.TopicKind;
import io.tributary.schemas.topic.Topics;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;

/** Settings of the gateway's producer. */
public final class ProducerSettings {

  private static final int BATCH_BYTES = 128 * 1024;

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
          BATCH_BYTES);

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
  public static Map<String, Object> fixed(Duration requestDeadline, long inflightBytes) {
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
        Math.max(inflightBytes, 2L * largest) + batches());
  }

  private static long batches() {
    return Topics.all().stream()
        .filter(topic -> topic.kind() == TopicKind.FACTS)
        .mapToLong(topic -> 2L * topic.partitions() * BATCH_BYTES)
        .sum();
  }
}
