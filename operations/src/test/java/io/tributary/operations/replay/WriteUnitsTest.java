package io.tributary.operations.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.schemas.deadletter.Failure;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.sink.item.Item;
import io.tributary.sink.item.ItemBuilder;
import io.tributary.sink.table.IndexDefinition;
import io.tributary.sink.table.TableDefinition;
import io.tributary.sink.table.TableKey;
import io.tributary.sink.write.Claim;
import io.tributary.sink.write.ClaimRule;
import io.tributary.sink.write.ClaimedPut;
import io.tributary.sink.write.ItemWrite;
import io.tributary.sink.write.PlainPut;
import io.tributary.sink.write.VersionedPut;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class WriteUnitsTest {

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
    assertThat(of(put(item(1_030).text("kind", "k")))).isEqualTo(2);
    assertThat(of(put(item(1_030).text("kind", "k").text("age", "1")))).isEqualTo(4);
  }

  @Test
  void shouldCountTransactionsTwice() {
    assertThat(of(claimed())).isEqualTo(4);
    assertThat(of(new VersionedPut("states", "id", List.of(item(10).build(), item(10).build()))))
        .isEqualTo(4);
    assertThat(of(new PlainPut("rows", item(10).build()))).isEqualTo(1);
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
    return new ItemBuilder().text("id", id).number("rev", 1L).build();
  }

  private static VersionedPut put(ItemBuilder item) {
    return new VersionedPut("states", "id", item.build());
  }

  private static ItemBuilder item(int size) {
    return new ItemBuilder().text("id", "x".repeat(size));
  }

  private double of(ItemWrite write) {
    return write.match(units);
  }
}
