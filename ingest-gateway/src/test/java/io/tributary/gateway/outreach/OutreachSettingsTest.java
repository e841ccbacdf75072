package io.tributary.gateway.outreach;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.runtime.config.Settings;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OutreachSettingsTest {

  @Test
  void shouldKeepConversationsForEverUnlessItIsToldNotTo() {
    assertThat(OutreachSettings.life(Settings.of(Map.of()))).isEmpty();
    assertThat(OutreachSettings.life(Settings.of(life("off")))).isEmpty();
    assertThat(OutreachSettings.life(Settings.of(life("1s")))).contains(Duration.ofSeconds(1));
    assertThat(OutreachSettings.life(Settings.of(life("36500d"))))
        .contains(Duration.ofDays(36_500));
  }

  private static Map<String, String> life(String text) {
    return Map.of("outreach.conversation.life", text);
  }
}
