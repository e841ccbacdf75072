package io.tributary.gateway.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class TenantGrantsTest {

  @Test
  void shouldReachTheTenantOfThatNameAndNoOther() {
    Principal caller = new Principal("app", Set.of("acme", "a/b"));

    assertThat(caller.mayActFor("acme")).isTrue();
    assertThat(caller.mayActFor("a/b")).isTrue();
    for (String other : List.of("Acme", "acme ", "acm", "acme2", "a", "*", "")) {
      assertThat(caller.mayActFor(other)).as(other).isFalse();
    }
    assertThat(new Principal("app", Set.of("*")).mayActFor("umbrella")).isTrue();
  }

  @Test
  void shouldRefuseWordsThatNameNoTenant() {
    TenantGrants grants = new TenantGrants("tenant_key");

    for (String word : List.of("a#b", "", "x".repeat(129), "\u00e9", "acme*", "*/acme")) {
      assertThat(grants.violation(word, new TreeSet<>()))
          .as(word)
          .contains(
              "must be * or a tenant_key, which must be 1 to 128 printable ASCII characters"
                  + " without # and *");
    }
    assertThat(grants.violation("acme", new TreeSet<>(Set.of("acme")))).isEmpty();
  }
}
