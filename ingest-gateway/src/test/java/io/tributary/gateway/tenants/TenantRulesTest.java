package io.tributary.gateway.tenants;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.gateway.json.JsonBody;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TenantRulesTest {

  /** Members that the gateway takes, some at the bounds of what it takes. */
  static String[] others() {
    return new String[] {
      "\"" + "n".repeat(65_000) + "\":1",
      "\"x\":" + "7".repeat(999) + "e9",
      "\"x\":" + "7".repeat(1000),
      "\"x\":-1e-2147483647",
      "\"x\":" + "[".repeat(30) + "]".repeat(30),
      "\"x\":\"" + "\\u0000".repeat(10_000) + "\"",
      "\"\":{\"enabled_channels\":1}"
    };
  }

  @ParameterizedTest
  @MethodSource("others")
  void shouldKeepEssentialSettings(String other) {
    assertThat(
            rules(
                "{"
                    + other
                    + ",\"enabled_channels\":[\"sms\"],\"whatsapp_restrict_to_users\":true}"))
        .isEqualTo(new TenantRules(Optional.of(Set.of("sms")), true));
  }

  private static TenantRules rules(String settings) {
    String body = "{\"name\":\"A\",\"status\":\"active\",\"settings\":" + settings + "}";
    return TenantRules.of(
        TenantReader.tenant(JsonBody.parse(body.getBytes(StandardCharsets.UTF_8)))
            .getSettingsJson());
  }
}
