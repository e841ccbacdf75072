package io.tributary.gateway.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.runtime.config.Settings;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GatewaySettingsTest {

  @Test
  void shouldKeepConversationsForEverByDefault() {
    assertThat(ttl(Map.of())).isZero();
    assertThat(ttl(Map.of("outreach.conversation.life", "off"))).isZero();
    assertThat(ttl(Map.of("outreach.conversation.life", "1s"))).hasSeconds(1);
    assertThat(ttl(Map.of("outreach.conversation.life", "36500d"))).hasDays(36_500);
  }

  private static Duration ttl(Map<String, String> texts) {
    return Settings.of(texts).get(GatewaySettings.CONVERSATION_TTL);
  }
}
