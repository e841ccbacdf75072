package io.tributary.gateway.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.gateway.auth.Principal;
import io.tributary.schemas.key.history.ThreadKey;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HistoryGrantsTest {

  @Test
  void shouldReachOrgsWithSlashesByAStarAlone() {
    assertThat(allowed("*", "a/b", null)).isTrue();
    assertThat(allowed("*", "a/b", "c")).isTrue();
    assertThat(allowed("*x", "a/b", null)).isFalse();
  }

  @Test
  void shouldTakeAnOrgWithOrWithoutTenantsButNotBoth() {
    assertThat(violation("a", List.of("ab/c", "b", "a"))).isEmpty();
    assertThat(violation("a/c", List.of("a/b", "ab"))).isEmpty();
    assertThat(violation("a/b", List.of("a/b"))).isEmpty();

    assertThat(violation("a", List.of("a/b")))
        .hasValueSatisfying(rule -> assertThat(rule).contains("both"));
    assertThat(violation("a", List.of("a.", "a/~", "a0"))).isPresent();
    assertThat(violation("a/b", List.of("a")))
        .hasValueSatisfying(rule -> assertThat(rule).contains("both"));
  }

  @Test
  void shouldRefuseWordsThatNameNoOrgOrTenant() {
    for (String word :
        List.of(
            "/",
            "/b",
            "a/",
            "a#b",
            "a/b#c",
            "a/*",
            "*/b",
            "x".repeat(129),
            "a/" + "x".repeat(129))) {
      assertThat(violation(word, List.of()))
          .as(word)
          .hasValueSatisfying(rule -> assertThat(rule).contains("org or org/tenant"));
    }
  }

  private static boolean allowed(String grant, String org, @Nullable String tenant) {
    ThreadKey thread = ThreadKey.of(org, tenant, "u", "t");
    return HistoryGrants.allow(new Principal("app", Set.of(grant)), thread);
  }

  private static Optional<String> violation(String tenant, List<String> before) {
    return new HistoryGrants().violation(tenant, new TreeSet<>(before));
  }
}
