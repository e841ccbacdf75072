package io.tributary.operations.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class AttributeDiffTest {

  private static final Map<String, AttributeValue> ITEM =
      Map.of(
          "s", AttributeValue.fromS("é\u0000"),
          "n", AttributeValue.fromN("22.50"),
          "null", AttributeValue.fromNul(true),
          "bool", AttributeValue.fromBool(false),
          "b", AttributeValue.fromB(SdkBytes.fromUtf8String("bytes")),
          "ss", AttributeValue.fromSs(List.of("one", "two")),
          "ns", AttributeValue.fromNs(List.of("1", "2.0")),
          "bs", AttributeValue.fromBs(List.of(SdkBytes.fromUtf8String("b"))),
          "l", AttributeValue.fromL(List.of(AttributeValue.fromM(Map.of()))),
          "m", AttributeValue.fromM(Map.of("inner", AttributeValue.fromN("1e2"))));

  @Test
  void shouldKeepEveryTypeThroughJson() {
    assertThat(AttributeForm.attributes(AttributeForm.bytes(ITEM))).isEqualTo(ITEM);
  }

  @Test
  void shouldCompareNumbersByValueAndSetsWithoutOrder() {
    assertThat(
            AttributeDiff.differences(
                ITEM,
                Map.of(
                    "s", AttributeValue.fromS("é\u0000"),
                    "n", AttributeValue.fromN("22.5"),
                    "null", AttributeValue.fromNul(true),
                    "bool", AttributeValue.fromBool(false),
                    "b", AttributeValue.fromB(SdkBytes.fromUtf8String("bytes")),
                    "ss", AttributeValue.fromSs(List.of("two", "one")),
                    "ns", AttributeValue.fromNs(List.of("2", "1.00")),
                    "bs", AttributeValue.fromBs(List.of(SdkBytes.fromUtf8String("b"))),
                    "l", AttributeValue.fromL(List.of(AttributeValue.fromM(Map.of()))),
                    "m", AttributeValue.fromM(Map.of("inner", AttributeValue.fromN("100"))))))
        .isEmpty();
  }

  @Test
  void shouldNameEachAttributeThatDiffers() {
    assertThat(
            AttributeDiff.differences(
                ITEM,
                Map.of(
                    "s", AttributeValue.fromS("e\u0000"),
                    "n", AttributeValue.fromS("22.50"),
                    "null", AttributeValue.fromNul(true),
                    "ss", AttributeValue.fromSs(List.of("one")),
                    "l", AttributeValue.fromL(List.of(AttributeValue.fromL(List.of()))),
                    "m", AttributeValue.fromM(Map.of("inner", AttributeValue.fromN("101"))),
                    "more", AttributeValue.fromN("0"))))
        .containsExactly("b", "bool", "bs", "l", "m", "more", "n", "ns", "s", "ss");
  }
}
