package io.tributary.gateway.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.runtime.config.Settings;
import io.tributary.runtime.kafka.client.KafkaClients;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.producer.Producer;
import org.junit.jupiter.api.Test;

class ProducerSettingsTest {

  @Test
  void shouldFixWhatTheRequestDeadlineRestsOn() {
    assertThat(ProducerSettings.fixed(Duration.ofSeconds(5), 64 * 1024 * 1024))
        .containsEntry("delivery.timeout.ms", 4000)
        .containsEntry("request.timeout.ms", 2000)
        .containsEntry("max.block.ms", 0)
        .containsEntry("max.request.size", 4 * 1024 * 1024)
        .containsEntry("metadata.max.idle.ms", 3_153_600_000_000L)
        .doesNotContainKey("linger.ms");
  }

  @Test
  void shouldMakeAProducerWhateverTheKafkaSettingsSayOfItsTimes() {
    // Kafka refuses a delivery time-out below that of one request, so these would not go through
    Settings settings =
        Settings.of(
            Map.of(
                "bootstrap.servers", "127.0.0.1:1",
                "kafka.delivery.timeout.ms", "100",
                "kafka.request.timeout.ms", "600000"));

    Producer<byte[], byte[]> producer =
        new KafkaClients(settings)
            .producer(
                "test",
                ProducerSettings.DEFAULTS,
                ProducerSettings.fixed(Duration.ofSeconds(5), 64 * 1024 * 1024));

    assertThat(producer).isNotNull();
    producer.close(Duration.ZERO);
  }
}
