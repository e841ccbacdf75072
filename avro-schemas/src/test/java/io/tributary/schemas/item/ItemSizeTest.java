package io.tributary.schemas.item;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ItemSizeTest {

  @Test
  void shouldCountNamesAndValuesInUtf8AndNumbersAtTheirLargest() {
    // pk and é, rev and 38 digits
    assertThat(new ItemSize().text("pk", "é").number("rev").bytes()).isEqualTo(4 + 24);
    assertThat(new ItemSize().text("messages", 1000L).bytes()).isEqualTo(1008);
  }

  @Test
  void shouldCountWhatJsonEscapes() {
    assertThat(ItemSize.json("")).isEqualTo(2);
    assertThat(ItemSize.json("é\uD83D\uDE00")).isEqualTo(8);
    assertThat(ItemSize.json("\"\\\n\t\r\b\f")).isEqualTo(16);
    assertThat(ItemSize.json("\u0007\u001f")).isEqualTo(14);
    assertThat(ItemSize.json("/\u007f\u2028")).isEqualTo(7);
  }
}
