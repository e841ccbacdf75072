package io.tributary.gateway.kafka;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.runtime.config.Settings;
import io.tributary.runtime.kafka.client.KafkaClients;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.Producer;
import org.junit.jupiter.api.Test;

class ProducerSettingsTest {

  @Test
  void shouldKeepSettingsThatTheRequestDeadlineNeeds() {
    assertThat(fixed(Map.of()))
        .containsEntry("delivery.timeout.ms", 4000)
        .containsEntry("request.timeout.ms", 2000)
        .containsEntry("max.block.ms", 0)
        .containsEntry("max.request.size", 4 * 1024 * 1024)
        .containsEntry("metadata.max.idle.ms", 3_153_600_000_000L)
        .doesNotContainKey("linger.ms");
  }

  @Test
  void shouldHaveMemoryForBatchesOfTheConfiguredSize() {
    long budget = 64 * 1024 * 1024;
    long batches = bufferMemory(Map.of()) - budget;

    assertThat(batches).isPositive();
    assertThat(bufferMemory(Map.of("kafka.batch.size", "262144"))).isEqualTo(budget + 2 * batches);
  }

  @Test
  void shouldMakeAProducerWithAnyTimesInKafkaSettings() {
    // Kafka refuses a delivery time-out below that of one request, so these would not go through
    KafkaClients clients =
        clients(Map.of("kafka.delivery.timeout.ms", "100", "kafka.request.timeout.ms", "600000"));

    Producer<byte[], byte[]> producer =
        clients.producer(
            "test",
            ProducerSettings.DEFAULTS,
            ProducerSettings.fixed(clients, Duration.ofSeconds(5), 64 * 1024 * 1024));

    assertThat(producer).isNotNull();
    producer.close(Duration.ZERO);
  }

  private static long bufferMemory(Map<String, String> settings) {
    return (long) requireNonNull(fixed(settings).get("buffer.memory"));
  }

  private static Map<String, Object> fixed(Map<String, String> settings) {
    return ProducerSettings.fixed(clients(settings), Duration.ofSeconds(5), 64 * 1024 * 1024);
  }

  private static KafkaClients clients(Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(settings);
    all.put("bootstrap.servers", "127.0.0.1:1");
    return new KafkaClients(Settings.of(all));
  }
}
