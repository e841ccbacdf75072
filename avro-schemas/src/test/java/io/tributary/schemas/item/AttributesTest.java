package io.tributary.schemas.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class AttributesTest {

  private final Attributes<Long> item = new Attributes<Long>().millisecond("at", at -> at);

  @ParameterizedTest
  @CsvSource({
    "0, 1970-01-01T00:00:00.000Z",
    "1698840300007, 2023-11-01T12:05:00.007Z",
    "-1, 1969-12-31T23:59:59.999Z",
    "253402300799999, 9999-12-31T23:59:59.999Z",
    "-62167219200000, 0000-01-01T00:00:00.000Z"
  })
  void shouldWriteMillisecondsOfOneWidth(long epochMillis, String text) {
    assertThat(item.of(epochMillis)).containsEntry("at", text);
  }

  @ParameterizedTest
  @ValueSource(longs = {253_402_300_800_000L, -62_167_219_200_001L, Long.MAX_VALUE, Long.MIN_VALUE})
  void shouldRefuseYearsOfOtherThanFourDigits(long epochMillis) {
    assertThatThrownBy(() -> item.of(epochMillis))
        .isInstanceOf(UnstorableException.class)
        .hasMessage("at is not within the years 0000 to 9999");
  }
}
