package io.tributary.gateway.kit;

import static org.assertj.core.api.Assertions.assertThat;

/** Expects answers that refuse a request. */
public final class Refusals {

  private Refusals() {}

  /** Expects that status with that code. */
  public static void assertError(int status, String error, ApiClient.Described answer) {
    assertThat(answer.status()).as(answer.body()).isEqualTo(status);
    assertThat(answer.error()).isEqualTo(error);
  }

  /** Expects 400 for that member, which breaks that rule. */
  public static void assertBroken(ApiClient.Described answer, String field, String rule) {
    assertThat(answer.status()).as(answer.body()).isEqualTo(400);
    assertThat(answer.json().path("field").asText()).isEqualTo(field);
    assertThat(answer.json().path("rule").asText()).isEqualTo(rule);
  }
}
