package io.tributary.harness.server;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class BackendTest {

  @ParameterizedTest
  @ValueSource(strings = {"localhost", "127.0.0.1", "::1"})
  void shouldUseAnEngineOfThisMachine(String host) {
    assertThatCode(() -> Backend.requireHere(host)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(strings = {"192.0.2.7", "172.17.0.1"})
  void shouldNotUseAnEngineElsewhere(String host) {
    assertThatThrownBy(() -> Backend.requireHere(host)).hasMessageContaining(host);
  }
}
