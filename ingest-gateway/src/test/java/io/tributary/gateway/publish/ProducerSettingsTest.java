package io.tributary.gateway.publish;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ProducerSettingsTest {

  @Test
  void shouldFixWhatTheRequestDeadlineRestsOn() {
    assertThat(ProducerSettings.fixed(Duration.ofSeconds(5), 64 * 1024 * 1024))
        .containsEntry("delivery.timeout.ms", 4000)
        .containsEntry("request.timeout.ms", 2000)
        .containsEntry("max.block.ms", 1000L)
        .containsEntry("max.request.size", 4 * 1024 * 1024)
        .containsEntry("metadata.max.idle.ms", 3_153_600_000_000L)
        .doesNotContainKey("linger.ms");
  }
}
