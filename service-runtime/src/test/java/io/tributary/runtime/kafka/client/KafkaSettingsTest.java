package io.tributary.runtime.kafka.client;

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
import org.junit.jupiter.params.provider.ValueSource;

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
          inbox,          | families names "", which is no family; there are devices, history, inbox, tenants, outreach
          all,inbox       | families names "all", which is no family; there are devices, history, inbox, tenants, outreach
          inbox,devices,inbox | families must not name inbox twice
          """)
  void shouldNameErrorsOfNames(String text, String message) {
    assertThatThrownBy(() -> families(text))
        .isInstanceOf(SettingsException.class)
        .hasMessage(message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"schema.registry.user", "schema.registry.password"})
  void shouldNotAskARegistryWithHalfALogin(String half) {
    Settings settings =
        Settings.of(Map.of("schema.registry.url", "http://127.0.0.1:8081", half, "fake"));

    assertThatThrownBy(() -> KafkaSettings.registry(settings))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("schema.registry.user")
        .hasMessageContaining("schema.registry.password");
  }

  private static Set<Family> families(String text) {
    return Settings.of(Map.of("families", text)).get(KafkaSettings.FAMILIES);
  }
}
