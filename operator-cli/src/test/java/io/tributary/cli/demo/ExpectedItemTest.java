package io.tributary.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExpectedItemTest {

  private final ObjectNode wanted = json("{\"id\":\"a\",\"sensors\":{\"t\":22.5},\"n\":1013}");
  private final ExpectedItem expected =
      new ExpectedItem("t", Map.of("id", "a", "n", "1013"), found -> wanted);

  private static ObjectNode json(String text) {
    try {
      return (ObjectNode) new ObjectMapper().readTree(text);
    } catch (IOException e) {
      throw new IllegalArgumentException(e);
    }
  }

  @Test
  void shouldCompareNumbersByValueAndAttributesInAnyOrder() {
    assertThat(expected.violation(json("{\"n\":1013.0,\"sensors\":{\"t\":22.50},\"id\":\"a\"}")))
        .isEmpty();
  }

  @Test
  void shouldKnowItsItemByItsWholeKey() {
    assertThat(expected.isKeyOf(json("{\"id\":\"a\",\"n\":1013,\"more\":1}"))).isTrue();
    assertThat(expected.isKeyOf(json("{\"id\":\"a\",\"n\":1014}"))).isFalse();
    assertThat(expected.isKeyOf(json("{\"id\":\"a\"}"))).isFalse();
  }

  @Test
  void shouldSeeEveryDifference() {
    assertThat(expected.violation(json("{\"id\":\"a\",\"sensors\":{\"t\":22.6},\"n\":1013}")))
        .isPresent();
    assertThat(expected.violation(json("{\"id\":\"a\",\"sensors\":{},\"n\":1013}"))).isPresent();
    assertThat(expected.violation(json("{\"id\":\"a\",\"sensors\":{\"t\":22.5},\"n\":\"1013\"}")))
        .isPresent();
    assertThat(
            expected.violation(
                json("{\"id\":\"a\",\"sensors\":{\"t\":22.5},\"n\":1013,\"more\":null}")))
        .isPresent();
  }
}
