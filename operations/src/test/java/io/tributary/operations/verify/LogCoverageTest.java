package io.tributary.operations.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.schemas.table.TableDefinition;
import io.tributary.schemas.table.TableKey;
import io.tributary.sink.route.Target;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What topics that forget still tell of. */
class LogCoverageTest {

  private static final TableDefinition TABLE =
      new TableDefinition("things", TableKey.of("id"), List.of(), Optional.empty(), false);
  private static final Instant BEGINNING = Instant.parse("2026-05-10T00:00:00Z");

  private final LogCoverage reach = new LogCoverage();

  @Test
  void shouldCoverEverythingAsLongAsNothingIsForgotten() {
    reach.add(Target.of(TABLE));

    assertThat(reach.covers("things", Map.of())).isTrue();
  }

  @Test
  void shouldCoverItemsSinceTheEarliestRecord() {
    reach.add(Target.of(TABLE, "updated_at"));
    reach.begins(Target.of(TABLE, "updated_at"), BEGINNING.minusSeconds(86_400));
    reach.begins(Target.of(TABLE, "updated_at"), BEGINNING);

    assertThat(coversTime("2026-05-11T00:00:00")).isTrue();
    assertThat(coversTime("2026-05-11T00:00:00Z")).isTrue();
    assertThat(coversTime("2026-05-10T23:59:59")).as("by a clock that was ahead").isFalse();
    assertThat(coversTime("2026-05-09T00:00:00Z")).isFalse();
    assertThat(coversTime("some time")).isFalse();
    assertThat(reach.covers("things", Map.of())).isFalse();
  }

  private boolean coversTime(String time) {
    return reach.covers("things", Map.of("updated_at", AttributeValue.fromS(time)));
  }
}
