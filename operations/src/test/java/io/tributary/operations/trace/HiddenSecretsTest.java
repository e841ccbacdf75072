package io.tributary.operations.trace;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

class HiddenSecretsTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  @Test
  void shouldHideSecretsInValuesAndInTheTextsOfProviders() throws Exception {
    String value =
        """
        {"key_hash":"abc","list":[{"token":"t"}],"raw":"{\\"token\\": \\"xoxb\\",\\"text\\":\\"token=\\"}",
         "form":"Body=hi&token=123&From=456","max_tokens":5,"tokens":"shown"}
        """;

    assertThat(HiddenSecrets.in(JSON.readTree(value)))
        .isEqualTo(
            JSON.readTree(
                """
                {"key_hash":"(hidden)","list":[{"token":"(hidden)"}],
                 "raw":"{\\"token\\": \\"(hidden)\\",\\"text\\":\\"token=(hidden)\\"}",
                 "form":"Body=hi&token=(hidden)&From=456","max_tokens":5,"tokens":"shown"}
                """));
  }
}
