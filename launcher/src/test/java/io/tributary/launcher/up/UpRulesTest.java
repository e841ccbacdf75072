package io.tributary.launcher.up;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.operations.OperationException;
import io.tributary.runtime.config.Settings;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UpRulesTest {

  private static void require(Map<String, String> texts) {
    UpRules.require(Settings.of(texts));
  }

  @ParameterizedTest
  @ValueSource(strings = {"http.listen", "processors.listen", "sink.listen", "kafka", "dynamodb"})
  void shouldListenOnlyOnLoopback(String key) {
    assertThatThrownBy(() -> require(Map.of(key, "0.0.0.0:8080")))
        .isInstanceOf(OperationException.class)
        .hasMessage(key + " must be a loopback address under `up`, such as 127.0.0.1, not 0.0.0.0")
        .extracting(failure -> ((OperationException) failure).isInvalid())
        .isEqualTo(true);
    assertThatCode(() -> require(Map.of(key, "localhost:8080"))).doesNotThrowAnyException();
  }

  @Test
  void shouldNotUseSecretsThatVanishOnAClusterThatStays() {
    assertThatThrownBy(() -> require(Map.of("bootstrap.servers", "127.0.0.1:9092")))
        .isInstanceOf(OperationException.class)
        .hasMessage(
            "with an existing Kafka, `up` needs secrets that stay: give --data, or"
                + " TRIBUTARY_API_KEY_PEPPER and TRIBUTARY_CONFIRMATION_KEY");
  }

  @Test
  void shouldTakeAnExistingClusterWithLastingSecretsOrNoGateway() {
    Map<String, String> cluster = Map.of("bootstrap.servers", "127.0.0.1:9092");
    Settings settings = Settings.of(cluster);

    UpRules.require(settings.with(Map.of("data", "/data")));
    UpRules.require(
        settings.with(
            Map.of("api.key.pepper", "fake-pepper", "confirmation.key", "fake-confirmation")));
    UpRules.require(settings.with(Map.of("without", "gateway")));
    UpRules.require(settings.with(Map.of("families", "history,inbox,tenants")));
  }
}
