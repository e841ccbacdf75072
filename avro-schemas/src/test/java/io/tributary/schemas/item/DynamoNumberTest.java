package io.tributary.schemas.item;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DynamoNumberTest {

  @ParameterizedTest
  @CsvSource({
    "22.50, 22.5",
    "-0.0, 0",
    "0E-400, 0",
    "100, 100",
    "1E+2, 100",
    "-1013.25, -1013.25",
    "12345678901234567890123456789012345678, 12345678901234567890123456789012345678",
    "0.000001, 0.000001",
    "9.9E+125, 9.9E+125",
    "1E-130, 1E-130"
  })
  void shouldWriteNumbersAsDynamoDbKeepsThem(String number, String text) {
    assertThat(textOf(number)).contains(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "123456789012345678901234567890123456789",
        "1E+126",
        "1E-131",
        "1E+2147483647",
        "1E+99999999999",
        "NaN",
        ""
      })
  void shouldHaveNoneThatDynamoDbDoesNotHave(String number) {
    assertThat(textOf(number)).isEmpty();
  }

  @Test
  void shouldTakeNumbersAsLongAsRequestsBringThem() {
    assertThat(textOf("-1.25" + "0".repeat(990))).contains("-1.25");
  }

  @Test
  void shouldRefuseMillionsOfDigitsWithoutLookingAtThem() {
    BigInteger million = BigInteger.ONE.shiftLeft(20_000_000);

    assertThat(DynamoNumber.textOf(new BigDecimal(million))).isEmpty();
    assertThat(textOf("1".repeat(6_000_000))).isEmpty();
  }

  private static Optional<String> textOf(String number) {
    return DynamoNumber.of(number).map(DynamoNumber::written);
  }
}
