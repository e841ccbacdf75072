package io.tributary.runtime.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.runtime.config.Settings;
import io.tributary.runtime.config.SettingsException;
import io.tributary.schemas.topic.Family;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class KafkaSettingsTest {

  @Test
  void shouldHaveAllFamiliesUnlessSomeAreNamed() {
    assertThat(new KafkaClients(Settings.of(Map.of())).families()).containsExactly(Family.values());
    assertThat(families("all")).containsExactly(Family.values());
  }

  @Test
  void shouldHaveTheFamiliesThatAreNamedInTheOrderOfTheCatalogue() {
    assertThat(families("inbox")).containsExactly(Family.INBOX);
    assertThat(families("tenants, devices")).containsExactly(Family.DEVICES, Family.TENANTS);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          ~~              | families must be all, or name a family
          ~ ~             | families must be all, or name a family
          devcies         | families names "devcies", which is no family; did you mean devices?
          Devices         | families names "Devices", which is no family; did you mean devices?
          inbox,          | families names "", which is no family; did you mean inbox?
          all,inbox       | families names "all", which is no family; did you mean inbox?
          inbox,devices,inbox | families must not name inbox twice
          """)
  void shouldSayWhatIsWrongWithTheNames(String text, String message) {
    assertThatThrownBy(() -> families(text))
        .isInstanceOf(SettingsException.class)
        .hasMessage(message);
  }

  private static Set<Family> families(String text) {
    return Settings.of(Map.of("families", text)).get(KafkaSettings.FAMILIES);
  }
}
