package io.tributary.schemas.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ItemSizeTest {

  @Test
  void shouldCountNamesAndValuesInUtf8AndNumbersAtTheirLargest() {
    // pk and é, rev and 38 digits
    assertThat(new ItemSize().text("pk", "é").number("rev").bytes()).isEqualTo(4 + 24);
    assertThat(new ItemSize().text("messages", 1000L).bytes()).isEqualTo(1008);
  }

  @Test
  void shouldCountTheExampleOfTheDeveloperGuide() {
    assertThat(new ItemSize().text("shirt-color", "R").text("shirt-size", "M").bytes())
        .isEqualTo(23);
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
    assertThat(new ItemSize().number("n", 1500L).bytes()).isEqualTo(3);
  }

  @Test
  void shouldCountOneByteForNullAndBoolean() {
    assertThat(new ItemSize().nothing("email_id").bytes()).isEqualTo(9);
    assertThat(new ItemSize().flag("function_call", false).bytes()).isEqualTo(14);
  }

  @Test
  void shouldCountThreeBytesForAStructureAndOneForEachElement() {
    assertThat(new ItemSize().structure("m", "{}").bytes()).isEqualTo(1 + 3);
    assertThat(new ItemSize().list("l", 0, 0).bytes()).isEqualTo(1 + 3);
    assertThat(new ItemSize().texts("l", List.of("ab", "é")).bytes()).isEqualTo(1 + 3 + 2 + 4);
    assertThat(new ItemSize().structure("m", "{\"l\":[\"ab\",\"\\u00e9\"]}").bytes())
        .isEqualTo(1 + 3 + 1 + 1 + 9);
    // {a: null, b: [true, 12.50], c: {d: ""}}: names 4, values 1 + (3 + 2 + 1 + 3) + (3 + 1)
    assertThat(
            new ItemSize()
                .structure("x", "{\"a\":null,\"b\":[true,12.50],\"c\":{\"d\":\"\"}}")
                .bytes())
        .isEqualTo(1 + 3 + 3 + 4 + 1 + 9 + 4);
    assertThat(new ItemSize().text("d", "").mapBytes()).isEqualTo(3 + 1 + 1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "5",
        "\"s\"",
        "[]",
        "{} x",
        "{}{}",
        "{\"a\":1,\"a\":2}",
        "{\"a\":100e2147483647}",
        "{\"a\":1e-99999}"
      })
  void shouldRefuseWhatIsNoObject(String json) {
    assertThatThrownBy(() -> new ItemSize().structure("m", json))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shouldRefuseMoreLevelsThanDynamoDbHas() {
    String deepest = "{\"a\":".repeat(31) + "1" + "}".repeat(31);
    assertThat(new ItemSize().structure("m", deepest).bytes()).isPositive();
    assertThatThrownBy(() -> new ItemSize().structure("m", "{\"a\":" + deepest + "}"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shouldCountNothingForWhatIsAbsent() {
    assertThat(
            new ItemSize()
                .text("a", (String) null)
                .number("b", null)
                .flag("c", null)
                .texts("d", null)
                .structure("e", null)
                .bytes())
        .isZero();
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
