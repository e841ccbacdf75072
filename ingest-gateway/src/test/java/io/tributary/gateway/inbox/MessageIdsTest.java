package io.tributary.gateway.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.runtime.context.RuntimeContext;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MessageIdsTest {

  private final MessageIds ids = new MessageIds(RuntimeContext.system());

  @Test
  void shouldBeginWithTheMinuteAndTheTwoMillisecondsWithinIt() {
    Map<Long, String> vectors =
        Map.of(
            1_735_689_600_000L, "00000000",
            1_735_689_600_002L, "00000001",
            1_735_689_659_999L, "00000N5B",
            1_735_689_660_000L, "00001000",
            1_753_870_529_000L, "06HT3B6S",
            1_756_093_980_123L, "07AEH01P",
            1_756_093_980_124L, "07AEH01Q",
            1_756_121_011_000L, "07AQZBYK",
            1_767_225_599_999L, "0B9JZN5B",
            1_767_225_600_000L, "0B9K0000");

    vectors.forEach(
        (moment, prefix) -> assertThat(ids.of(moment)).startsWith(prefix).matches("[0-9A-Z]{17}"));
  }

  @Test
  void shouldMakeNoneBefore2025() {
    assertThatThrownBy(() -> ids.of(1_735_689_599_999L))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
