package io.tributary.operations.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.schemas.deadletter.Failure;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.schemas.table.IndexDefinition;
import io.tributary.schemas.table.TableDefinition;
import io.tributary.schemas.table.TableKey;
import io.tributary.sink.item.Item;
import io.tributary.sink.write.Claim;
import io.tributary.sink.write.ClaimRule;
import io.tributary.sink.write.ClaimedPut;
import io.tributary.sink.write.ItemWrite;
import io.tributary.sink.write.PlainPut;
import io.tributary.sink.write.VersionedPut;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class WriteUnitsTest {

  private static final String LONG = "x".repeat(1_030);

  private final WriteUnits units =
      new WriteUnits(
          List.of(
              new TableDefinition(
                  "states",
                  TableKey.of("id"),
                  List.of(new IndexDefinition("by-age", TableKey.of("kind", "age"))),
                  Optional.empty(),
                  false)));

  @Test
  void shouldCountEachKibibyteBegunAndEachIndexThatTheItemIsIn() {
    assertThat(of(put(item(1_000)))).isEqualTo(1);
    assertThat(of(put(item(1_030)))).isEqualTo(2);
    assertThat(of(put(Item.of(Map.of("id", LONG, "kind", "k"))))).isEqualTo(2);
    assertThat(of(put(Item.of(Map.of("id", LONG, "kind", "k", "age", "1"))))).isEqualTo(4);
  }

  @Test
  void shouldCountTransactionsTwice() {
    assertThat(of(claimed())).isEqualTo(4);
    assertThat(of(new VersionedPut("states", "id", List.of(item(10), item(10))))).isEqualTo(4);
    assertThat(of(new PlainPut("rows", item(10)))).isEqualTo(1);
  }

  @Test
  void shouldCountOneForEachItemThatIsTakenAway() {
    VersionedPut thread = new VersionedPut("states", "id", List.of(row("1"), row("2")));

    assertThat(of(thread.removal(TableKey.of("id")))).isEqualTo(2);
  }

  private static ClaimedPut claimed() {
    ClaimRule rule =
        new ClaimRule(
            "ids",
            "id",
            "owner",
            "made",
            "expires",
            new Failure(FailureCode.ITEM_REJECTED, "another owner"));
    return new ClaimedPut(new Claim(rule, row("1"), 1), "states", row("1"));
  }

  private static Item row(String id) {
    return Item.of(Map.of("id", id, "rev", 1L));
  }

  private static VersionedPut put(Item item) {
    return new VersionedPut("states", "id", item);
  }

  private static Item item(int size) {
    return Item.of(Map.of("id", "x".repeat(size)));
  }

  private double of(ItemWrite write) {
    return write.match(units);
  }
}
