package io.tributary.operations.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.schemas.deadletter.Attempt;
import io.tributary.schemas.deadletter.Origin;
import io.tributary.schemas.table.TableDefinition;
import io.tributary.schemas.table.TableKey;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What it means that a table holds something. */
class ItemComparatorTest {

  private static final TableDefinition TABLE =
      new TableDefinition("things", TableKey.of("id"), List.of(), Optional.of("ttl"), false);
  private static final Origin PLACE = new Origin("topic", 0, 0);
  private static final RecordPlace SOURCE = new RecordPlace(PLACE, new Attempt(PLACE, 0));
  private static final long NOW = 1_000;
  private static final Map<String, AttributeValue> NONE = Map.of();

  private boolean reaching = true;
  private boolean failed;
  private final ItemComparator comparator =
      new ItemComparator(new FakeSource(), expected -> failed, () -> Instant.ofEpochSecond(NOW));

  @Test
  void shouldCompareExpectedAndStoredItems() {
    assertThat(look(held(item(2_000, 5)), item(2_000, 5)).verdict()).isEqualTo(ItemVerdict.EQUAL);
    assertThat(look(held(item(2_000, 5)), NONE).verdict()).isEqualTo(ItemVerdict.MISSING);
    assertThat(look(held(item(2_000, 5)), item(2_001, 5)).differing()).containsExactly("ttl");
    assertThat(look(absent(5), item(2_000, 4)).verdict()).isEqualTo(ItemVerdict.EXTRA);
    assertThat(look(absent(5), NONE).verdict()).isEqualTo(ItemVerdict.LEFT_OUT);
  }

  @Test
  void shouldRaiseAnAlarmForAnUnknownRevision() {
    assertThat(look(held(item(2_000, 5)), item(2_000, 6)).isAlarm()).isTrue();
    assertThat(look(held(item(2_000, 5)), item(2_000, 4)).isAlarm()).isFalse();
    assertThat(look(absent(5), item(2_000, 6)).isAlarm()).isTrue();
    assertThat(look(absent(Expectation.NO_REVISION), item(2_000, 6)).isAlarm()).isFalse();
  }

  @Test
  void shouldReportItemsOlderThanExpiredOnesAsExtra() {
    assertThat(look(held(item(NOW, 5)), item(2_000, 4)).verdict()).isEqualTo(ItemVerdict.EXTRA);
  }

  @Test
  void shouldNotReportADifferenceThatANewerDeadLetterExplains() {
    failed = true;
    assertThat(look(held(item(2_000, 5)), item(2_000, 4)).verdict()).isEqualTo(ItemVerdict.UNKNOWN);
    assertThat(look(held(item(2_000, 5)), NONE).verdict()).isEqualTo(ItemVerdict.LEFT_OUT);
    assertThat(look(held(item(2_000, 5)), item(NOW, 4)).verdict()).isEqualTo(ItemVerdict.LEFT_OUT);
  }

  private ItemDifference look(Optional<Expectation> expected, Map<String, AttributeValue> found) {
    return comparator.look(ItemKey.of(TABLE, item(0, 0)), expected, found);
  }

  private static Optional<Expectation> held(Map<String, AttributeValue> item) {
    long revision = Long.parseLong(Objects.requireNonNull(item.get("rev")).n());
    return Optional.of(Expectation.held(SOURCE, revision, item));
  }

  private static Optional<Expectation> absent(long revision) {
    return Optional.of(Expectation.absent(SOURCE, revision, item(0, 0)));
  }

  private static Map<String, AttributeValue> item(long expiry, long revision) {
    Map<String, AttributeValue> item = new HashMap<>();
    item.put("id", AttributeValue.fromS("thing"));
    item.put("ttl", AttributeValue.fromN(Long.toString(expiry)));
    item.put("rev", AttributeValue.fromN(Long.toString(revision)));
    return item;
  }

  private final class FakeSource implements Source {

    @Override
    public void load() {}

    @Override
    public void follow() {}

    @Override
    public boolean isPending(Expectation expectation) {
      return false;
    }

    @Override
    public boolean reaches(TableDefinition table, Map<String, AttributeValue> item) {
      return reaching;
    }
  }
}
