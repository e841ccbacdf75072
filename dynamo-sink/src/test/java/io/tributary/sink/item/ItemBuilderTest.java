package io.tributary.sink.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

final class ItemBuilderTest {

  private final ItemBuilder item = new ItemBuilder();

  @ParameterizedTest
  @CsvSource({
    "0, 1970-01-01T00:00:00.000Z",
    "1698840300007, 2023-11-01T12:05:00.007Z",
    "-1, 1969-12-31T23:59:59.999Z",
    "253402300799999, 9999-12-31T23:59:59.999Z",
    "-62167219200000, 0000-01-01T00:00:00.000Z"
  })
  void shouldWriteMillisecondsOfOneWidth(long epochMillis, String text) {
    assertThat(item.millisecond("at", epochMillis).build().text("at")).contains(text);
  }

  @ParameterizedTest
  @ValueSource(longs = {253_402_300_800_000L, -62_167_219_200_001L, Long.MAX_VALUE, Long.MIN_VALUE})
  void shouldRefuseYearsOfOtherThanFourDigits(long epochMillis) {
    assertThatThrownBy(() -> item.millisecond("at", epochMillis))
        .isInstanceOf(UnstorableException.class)
        .hasMessage("at is not within the years 0000 to 9999");
  }

  @Test
  void shouldHoldMapsInAList() {
    item.maps("empty", List.of())
        .maps("entries", List.of(new ItemBuilder().text("a", "x"), new ItemBuilder()));

    assertThat(item.build().attributes())
        .isEqualTo(
            Map.of(
                "empty", AttributeValue.fromL(List.of()),
                "entries",
                    AttributeValue.fromL(
                        List.of(
                            AttributeValue.fromM(Map.of("a", AttributeValue.fromS("x"))),
                            AttributeValue.fromM(Map.of())))));
  }

  @Test
  void shouldLeaveOutWhatIsNull() {
    item.text("a", null)
        .texts("b", null)
        .flag("c", null)
        .number("d", null)
        .indexKey("e", null)
        .second("f", null)
        .json("g", null);

    assertThat(item.build().attributes()).isEmpty();
  }
}
