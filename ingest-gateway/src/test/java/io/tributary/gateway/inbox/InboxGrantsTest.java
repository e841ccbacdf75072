package io.tributary.gateway.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.gateway.admission.Caller;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class InboxGrantsTest {

  @Test
  void shouldReachTheTenantOfThatNameAndNoOther() {
    Caller caller = new Caller("app", Set.of("acme", "a/b"));

    assertThat(InboxGrants.allow(caller, "acme")).isTrue();
    assertThat(InboxGrants.allow(caller, "a/b")).isTrue();
    for (String other : List.of("Acme", "acme ", "acm", "acme2", "a", "*", "")) {
      assertThat(InboxGrants.allow(caller, other)).as(other).isFalse();
    }
    assertThat(InboxGrants.allow(new Caller("app", Set.of("*")), "umbrella")).isTrue();
  }

  @Test
  void shouldRefuseWordsThatNameNoTenant() {
    InboxGrants grants = new InboxGrants();

    for (String word : List.of("a#b", "", "x".repeat(129), "\u00e9", "acme*", "*/acme")) {
      assertThat(grants.broken(word, new TreeSet<>()))
          .as(word)
          .contains(
              "must be * or a tenant_key without *, which must be 1 to 128 printable ASCII"
                  + " characters without #");
    }
    assertThat(grants.broken("acme", new TreeSet<>(Set.of("acme")))).isEmpty();
  }
}
