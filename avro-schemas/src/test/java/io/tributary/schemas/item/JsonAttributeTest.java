package io.tributary.schemas.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class JsonAttributeTest {

  @Test
  void shouldLeaveTextsAsTheyAre() {
    assertThat(attribute("\"&#x27;<b>\uD83D\uDE00 \\ud83d\\ude00 \\u0000\\n  '\""))
        .isEqualTo("&#x27;<b>\uD83D\uDE00 \uD83D\uDE00 \u0000\n  '");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", "[1", "[1] 2", "{\"a\":1,\"a\":2}", "nul", "[NaN]", "1e99999999999"})
  void shouldRefuseOtherTextThanOneJsonValue(String json) {
    assertThatThrownBy(() -> attribute(json))
        .isInstanceOf(UnstorableException.class)
        .hasMessageStartingWith("content ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[123456789012345678901234567890123456789]",
        "[1e126]",
        "[1e-131]",
        "{\"\\ude00\":1}",
        "{\"\":1}",
        "[[{\"a\":{\"\":{}}}]]"
      })
  void shouldRefuseValuesBeyondDynamoDbsLimits(String json) {
    assertThatThrownBy(() -> attribute(json))
        .isInstanceOf(UnstorableException.class)
        .hasMessageStartingWith("content ");
  }

  @Test
  void shouldReadEscapedPairsInNames() {
    assertThat(attribute("{\"\\ud83d\\ude00 \uD83D\uDE00\":1}"))
        .isEqualTo(Map.of("\uD83D\uDE00 \uD83D\uDE00", BigDecimal.ONE));
  }

  @ParameterizedTest
  @ValueSource(strings = {"[\"\\ud83d\"]", "[\"\\ude00\\ud83d\"]"})
  void shouldRefuseHalfACharacter(String json) {
    assertThatThrownBy(() -> attribute(json))
        .isInstanceOf(UnstorableException.class)
        .hasMessage("content must not hold half a character");
  }

  @Test
  void shouldTakeMemberNamesAsLongAsDynamoDbDoes() {
    String longest = "é".repeat(25_000);

    assertThat(attribute("{\"" + longest + "\":1}")).isEqualTo(Map.of(longest, BigDecimal.ONE));
    assertThatThrownBy(() -> attribute("{\"" + longest + "x\":1}"))
        .isInstanceOf(UnstorableException.class)
        .hasMessage("content must have field names of 1 to 50000 bytes");
  }

  @Test
  void shouldRefuseAHostileNumberAtOnce() {
    assertThatThrownBy(() -> attribute("[" + "9".repeat(300_000) + "]"))
        .isInstanceOf(UnstorableException.class)
        .hasMessage(
            "content must be JSON of at most 31 levels with numbers of at most 1000 digits");
  }

  @Test
  void shouldNestAsDeepAsDynamoDb() {
    Object deepest = attribute("[".repeat(31) + "]".repeat(31));
    for (int level = 1; level < 31; level++) {
      deepest = ((List<?>) deepest).get(0);
    }
    assertThat(deepest).isEqualTo(List.of());

    assertThatThrownBy(() -> attribute("[".repeat(32) + "]".repeat(32)))
        .isInstanceOf(UnstorableException.class);
    assertThatThrownBy(() -> attribute("[".repeat(100_000)))
        .isInstanceOf(UnstorableException.class);
  }

  private static Object attribute(String json) {
    return JsonAttribute.of("content", json);
  }
}
