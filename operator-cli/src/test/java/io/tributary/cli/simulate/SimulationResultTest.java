package io.tributary.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.schemas.topic.Family;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is said of items that are not what they should be. */
class SimulationResultTest {

  private static final Map<String, ObjectNode> WANTED =
      Map.of(
          "1#a", Run.object().put("batch_id", "a").put("value", new BigDecimal("22.50")),
          "2#b", Run.object().put("batch_id", "b").putNull("readat"));

  private final Partition partition =
      new Partition(Family.DEVICES, "device_readings", "id", "d1", "sort", found -> WANTED);
  private final SimulationResult verdict = new SimulationResult(Family.DEVICES, "device_readings");

  @Test
  void shouldFindNoDifferenceInExactItems() {
    verdict.add(partition, List.of(first(), second()));

    assertThat(verdict.isExact()).isTrue();
    assertThat(verdict.expected).isEqualTo(2);
    assertThat(verdict.found).isEqualTo(2);
  }

  @Test
  void shouldFindAMissingItem() {
    verdict.add(partition, List.of(first()));

    assertThat(verdict.isExact()).isFalse();
    assertThat(verdict.missing).isEqualTo(1);
    assertThat(verdict.examples).singleElement().asString().contains("missing", "d1", "2#b");
  }

  @Test
  void shouldFindAnItemThatIsThereTwice() {
    verdict.add(partition, List.of(first(), second(), second().put("sort", "3#b")));

    assertThat(verdict.isExact()).isFalse();
    assertThat(verdict.extra).isEqualTo(1);
    assertThat(verdict.found).isEqualTo(3);
    assertThat(verdict.examples).singleElement().asString().contains("extra", "3#b");
  }

  @Test
  void shouldFindAnAttributeThatIsAnotherOne() {
    verdict.add(partition, List.of(first().put("value", 22), second()));

    assertThat(verdict.isExact()).isFalse();
    assertThat(verdict.different).isEqualTo(1);
    assertThat(verdict.examples)
        .singleElement()
        .asString()
        .contains("value is 22 instead of 22.50");
  }

  @Test
  void shouldFindAnAttributeThatShouldBeAbsent() {
    verdict.add(partition, List.of(first(), second().put("readat", 1)));

    assertThat(verdict.different).isEqualTo(1);
  }

  /** Further attributes are the pipeline's business, and numbers are equal by value. */
  private static ObjectNode first() {
    return Run.object()
        .put("sort", "1#a")
        .put("batch_id", "a")
        .put("value", new BigDecimal("22.5"))
        .put("expiration_time", 1);
  }

  private static ObjectNode second() {
    return Run.object().put("sort", "2#b").put("batch_id", "b");
  }
}
