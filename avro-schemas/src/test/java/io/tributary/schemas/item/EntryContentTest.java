package io.tributary.schemas.item;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class EntryContentTest {

  @Test
  void shouldTakeValuesThatFitAsItemAndAsJson() {
    assertThat(EntryContent.fits("é".repeat(131_072))).isTrue();
    assertThat(EntryContent.fits("é".repeat(131_072) + "x")).isFalse();
    // two bytes each as JSON, and six, with two quotes around all
    assertThat(EntryContent.fits("\n".repeat(196_607))).isTrue();
    assertThat(EntryContent.fits("\n".repeat(196_608))).isFalse();
    assertThat(EntryContent.fits("\u0007".repeat(65_535))).isTrue();
    assertThat(EntryContent.fits("\u0007".repeat(65_536))).isFalse();
  }

  @Test
  void shouldSayBothBounds() {
    assertThat(EntryContent.rule())
        .isEqualTo("must have at most 262144 bytes of UTF-8, and 393216 as a JSON string");
  }
}
