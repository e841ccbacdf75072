package io.tributary.gateway.channel.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class OpenidKeysTest {

  private static final String SAFE = "https://keys.example.com/openid";
  private static final String OWN = "http://127.0.0.1:9000/openid";

  @Test
  void shouldFollowAConfigurationToKeysThatAreNoLessSafe() {
    assertThat(keys(SAFE, "https://else.example.com/keys"))
        .isEqualTo("https://else.example.com/keys");
    assertThat(keys(OWN, "http://127.0.0.1:9000/keys")).isEqualTo("http://127.0.0.1:9000/keys");
    assertThat(keys(OWN, "https://else.example.com/keys"))
        .isEqualTo("https://else.example.com/keys");
  }

  @Test
  void shouldNotBeLedAwayFromHttps() {
    assertThatThrownBy(() -> keys(SAFE, "http://127.0.0.1:9000/keys"))
        .hasRootCauseInstanceOf(IOException.class)
        .hasRootCauseMessage(
            "https://keys.example.com/openid leads to keys without https: http://127.0.0.1:9000/keys");
  }

  private static String keys(String configuration, String keys) {
    String body = "{\"jwks_uri\":\"" + keys + "\"}";
    return OpenidKeys.address(URI.create(configuration), body.getBytes(StandardCharsets.UTF_8))
        .toString();
  }
}
