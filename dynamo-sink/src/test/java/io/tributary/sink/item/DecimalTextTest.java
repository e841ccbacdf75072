package io.tributary.sink.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DecimalTextTest {

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
    assertThat(DecimalText.of("n", new BigDecimal(number))).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "123456789012345678901234567890123456789, n has more than 38 significant digits",
    "1E+126, n is outside the range of DynamoDB's numbers",
    "1E-131, n is outside the range of DynamoDB's numbers",
    "1E+2147483647, n is outside the range of DynamoDB's numbers"
  })
  void shouldRefuseNumbersThatDynamoDbDoesNotHave(String number, String message) {
    assertThatThrownBy(() -> DecimalText.of("n", new BigDecimal(number)))
        .isInstanceOf(UnstorableException.class)
        .hasMessage(message);
  }

  @Test
  void shouldTakeNumbersAsLongAsRequestsBringThem() {
    String zeros = "0".repeat(990);

    assertThat(DecimalText.of("n", new BigDecimal("-1.25" + zeros))).isEqualTo("-1.25");
  }

  @Test
  void shouldRefuseMillionsOfDigitsWithoutLookingAtThem() {
    BigDecimal million = new BigDecimal(BigInteger.ONE.shiftLeft(20_000_000));

    assertThatThrownBy(() -> DecimalText.of("n", million))
        .hasMessage("n has more than 38 significant digits");
  }
}
