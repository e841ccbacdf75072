package io.tributary.harness.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class ComparisonTest {

  @Test
  void shouldFindNothingInWhatIsAsItMustBe() {
    Comparison comparison =
        Comparison.of(Map.of("a", 1), Map.of("b", 2, "c", 3), Map.of("a", 1, "b", 2));

    comparison.requireNone("table");
    assertThat(comparison.missing()).isEmpty();
  }

  @Test
  void shouldFindWhatIsMissingExtraAndDifferent() {
    Comparison comparison =
        Comparison.of(
            Map.of("lost", 1, "spoiled", 2), Map.of("perhaps", 3), Map.of("spoiled", 9, "new", 4));

    assertThat(comparison.missing()).containsExactly("lost 1");
    assertThat(comparison.extra()).containsExactly("new 4");
    assertThat(comparison.different()).hasSize(1).first().asString().startsWith("spoiled");
    assertThatThrownBy(() -> comparison.requireNone("table"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContainingAll("missing 1", "extra 1", "different 1");
  }

  @Test
  void shouldHoldWhatMayBeThereToItsValue() {
    Comparison comparison = Comparison.of(Map.of(), Map.of("perhaps", 3), Map.of("perhaps", 4));

    assertThat(comparison.different()).hasSize(1);
  }
}
