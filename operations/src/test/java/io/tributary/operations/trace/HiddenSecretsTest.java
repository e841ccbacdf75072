package io.tributary.operations.trace;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.tributary.schemas.topic.Topics;
import org.junit.jupiter.api.Test;

class HiddenSecretsTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  @Test
  void shouldHideSecretsInValuesAndInTheTextsOfProviders() throws Exception {
    String value =
        """
        {"key_hash":"abc","api_key_hash":"abc","access_token":"t","clientSecret":"s","AUTHORIZATION":"a","list":[{"token":"t"}],"raw":"{\\"token\\": \\"xoxb\\",\\"text\\":\\"token=\\"}",
         "form":"Body=hi&AccessToken=123&From=456","max_tokens":5,"tokens":"shown"}
        """;

    assertThat(HiddenSecrets.in(JSON.readTree(value)))
        .isEqualTo(
            JSON.readTree(
                """
                {"key_hash":"(hidden)","api_key_hash":"(hidden)","access_token":"(hidden)",
                 "clientSecret":"(hidden)","AUTHORIZATION":"(hidden)","list":[{"token":"(hidden)"}],
                 "raw":"{\\"token\\": \\"(hidden)\\",\\"text\\":\\"token=(hidden)\\"}",
                 "form":"Body=hi&AccessToken=(hidden)&From=456","max_tokens":5,"tokens":"shown"}
                """));
  }

  /**
   * A field that is named like a secret has the mark, so that no secret hangs on its name alone.
   */
  @Test
  void shouldFindEachSecretFieldMarked() {
    assertThat(Topics.all())
        .flatExtracting(topic -> topic.valueType().stream().toList())
        .isNotEmpty()
        .allSatisfy(
            type ->
                assertThat(HiddenSecrets.fields((Class<?>) type).findParents("name"))
                    .filteredOn(field -> !field.has("fields"))
                    .filteredOn(field -> HiddenSecrets.isSecret(field.path("name").asText()))
                    .allMatch(field -> field.path(HiddenSecrets.MARK).asBoolean()));
  }
}
