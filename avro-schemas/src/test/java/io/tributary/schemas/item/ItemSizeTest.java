package io.tributary.schemas.item;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.schemas.item.Attributes.Null;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ItemSizeTest {

  @Test
  void shouldCountNamesAndValuesInUtf8() {
    assertThat(ItemSize.of(Map.of("pk", "é", "rev", Long.MAX_VALUE))).isEqualTo(4 + 14);
  }

  @Test
  void shouldCountTheExampleOfTheDeveloperGuide() {
    assertThat(ItemSize.of(Map.of("shirt-color", "R", "shirt-size", "M"))).isEqualTo(23);
  }

  @Test
  void shouldCountOneByteForTwoSignificantDigitsAndOneMore() {
    assertThat(ItemSize.number(new BigDecimal("0"))).isEqualTo(1);
    assertThat(ItemSize.number(new BigDecimal("7"))).isEqualTo(2);
    assertThat(ItemSize.number(new BigDecimal("1234"))).isEqualTo(3);
    assertThat(ItemSize.number(new BigDecimal("12345"))).isEqualTo(4);
    assertThat(ItemSize.number(new BigDecimal("0.00120000"))).isEqualTo(2);
    assertThat(ItemSize.number(new BigDecimal("-12E+90"))).isEqualTo(3);
    // pairs at the decimal point: 01 20, and 1.20
    assertThat(ItemSize.number(new BigDecimal("120"))).isEqualTo(3);
    assertThat(ItemSize.number(new BigDecimal("1.2"))).isEqualTo(3);
    assertThat(ItemSize.number(new BigDecimal("-" + "9".repeat(38)))).isEqualTo(21);
    assertThat(ItemSize.number(new BigDecimal("-" + "9".repeat(38) + "E+1"))).isEqualTo(21);
    assertThat(ItemSize.of(Map.of("n", 1500L))).isEqualTo(3);
  }

  @Test
  void shouldCountOneByteForNullAndBoolean() {
    assertThat(ItemSize.of(Map.of("email_id", Null.NULL))).isEqualTo(9);
    assertThat(ItemSize.of(Map.of("function_call", false))).isEqualTo(14);
  }

  @Test
  void shouldCountThreeBytesForAStructureAndOneForEachElement() {
    assertThat(ItemSize.of(Map.of("m", Map.of()))).isEqualTo(1 + 3);
    assertThat(ItemSize.of(Map.of("l", List.of()))).isEqualTo(1 + 3);
    assertThat(ItemSize.of(Map.of("l", List.of("ab", "é")))).isEqualTo(1 + 3 + 2 + 4);
    assertThat(size("{\"l\":[\"ab\",\"\\u00e9\"]}")).isEqualTo(3 + 1 + 1 + 9);
    // {a: null, b: [true, 12.50], c: {d: ""}}: names 4, values 1 + (3 + 2 + 1 + 3) + (3 + 1)
    assertThat(size("{\"a\":null,\"b\":[true,12.50],\"c\":{\"d\":\"\"}}"))
        .isEqualTo(3 + 3 + 4 + 1 + 9 + 4);
  }

  private static long size(String json) {
    return ItemSize.value(JsonAttribute.of("x", json));
  }

  @Test
  void shouldCountEscapedCharacters() {
    assertThat(ItemSize.json("")).isEqualTo(2);
    assertThat(ItemSize.json("é\uD83D\uDE00")).isEqualTo(8);
    assertThat(ItemSize.json("\"\\\n\t\r\b\f")).isEqualTo(16);
    assertThat(ItemSize.json("\u0007\u001f")).isEqualTo(14);
    assertThat(ItemSize.json("/\u007f\u2028")).isEqualTo(7);
  }
}
