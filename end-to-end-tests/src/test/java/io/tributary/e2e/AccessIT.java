package io.tributary.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.http.Answer;
import io.tributary.harness.pipeline.OnSharedPipeline;
import io.tributary.harness.pipeline.ServiceTokens;
import io.tributary.harness.pipeline.SharedPipeline.Bench;
import io.tributary.harness.process.Eventually;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Service tokens, each of which speaks for the tenants of its grants alone. */
@OnSharedPipeline
final class AccessIT {

  private static final String TOKEN = "fake-token-of-a-tenant";
  private static final String OTHER = "fake-token-of-another";

  private final Bench bench;
  private final ServiceTokens file;

  AccessIT(Bench bench) {
    this.bench = bench;
    this.file = bench.serviceTokens();
  }

  @AfterEach
  void takeBack() {
    file.remove("one");
    file.remove("other");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          history | acme/north | /v1/history/threads | {"org_id":"acme","tenant_id":"north","user_id":"u","thread_id":"t","title":"T"} | acme/south
          inbox | acme | /v1/inbox/acme/DEFAULT/messages | {"audiences":{"kind":"users","label":"L","uids":["ann"]},"message":{"title":"T","body":"B"}} | acme2
          tenants | acme | /v1/tenants/acme/conversations/c/messages | {"message_id":"m","role":"user","content":"x"} | acme2
          """)
  void shouldSpeakForTheTenantsOfItsGrantsAlone(
      String family, String tenant, String path, String body, String elsewhere) throws IOException {
    file.grant("one", TOKEN, family, tenant);
    awaitAnswer(TOKEN, path, body, 202);

    file.grant("other", OTHER, family, elsewhere);
    awaitAnswer(OTHER, path, body, 403);
    assertThat(post(OTHER, path, body).json().path("error").asText()).isEqualTo("FORBIDDEN");

    // a grant of another family is none
    file.grant("one", TOKEN, family.equals("inbox") ? "history" : "inbox", tenant);
    awaitAnswer(TOKEN, path, body, 403);
  }

  @Test
  void shouldFollowChangesOfTheFileAndKeepTokensWhileItIsBroken() throws IOException {
    String path = "/v1/tenants/rotating/conversations/c/messages";
    String body = "{\"message_id\":\"m\",\"role\":\"user\",\"content\":\"x\"}";
    file.grant("one", TOKEN, "tenants", "rotating");
    awaitAnswer(TOKEN, path, body, 202);
    assertThat(post(OTHER, path, body).status()).isEqualTo(401);

    file.grant("other", OTHER, "tenants", "rotating");
    awaitAnswer(OTHER, path, body, 202);
    assertThat(post(TOKEN, path, body).status()).isEqualTo(202);

    file.remove("one");
    awaitAnswer(TOKEN, path, body, 401);

    file.spoil();
    Eventually.await("the broken file")
        .until(() -> bench.pipeline().process().logged().contains("service tokens from before"));
    assertThat(post(OTHER, path, body).status()).isEqualTo(202);
  }

  private void awaitAnswer(String token, String path, String body, int status) {
    Eventually.await("an answer " + status + " to " + path)
        .until(() -> post(token, path, body).status() == status);
  }

  private Answer post(String token, String path, String body) throws IOException {
    return bench
        .http()
        .post(
            bench.pipeline().http().resolve(path),
            Map.of("Authorization", "Bearer " + token),
            body);
  }
}
