package io.tributary.sink.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.schemas.deadletter.Failure;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.schemas.deadletter.Origin;
import io.tributary.schemas.table.TableDefinition;
import io.tributary.schemas.table.TableKey;
import io.tributary.sink.item.Item;
import io.tributary.sink.route.Decoded;
import io.tributary.sink.write.Claim;
import io.tributary.sink.write.ClaimRule;
import io.tributary.sink.write.ClaimedPut;
import io.tributary.sink.write.ExpiredDelete;
import io.tributary.sink.write.ItemWrite;
import io.tributary.sink.write.PlainPut;
import io.tributary.sink.write.VersionedDelete;
import io.tributary.sink.write.VersionedPut;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class ReplaySelectionTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final long SECOND = NOW.getEpochSecond();
  private static final long END = 20;
  private static final Failure REUSED = new Failure(FailureCode.BATCH_ID_REUSED, "another's");
  private static final ClaimRule CLAIMS =
      new ClaimRule("claims", "id", "owner", "at", "expires", REUSED);

  @Test
  void shouldTakeRecordsOfItsKeys() {
    ReplaySelection selection = selection(Set.of("rows"), "acme#");

    assertThat(takes(selection, 1, "acme#1")).isTrue();
    assertThat(takes(selection, 1, "acme")).isFalse();
    assertThat(takes(selection(""), 1, "any")).isTrue();
  }

  @Test
  void shouldLeaveOutRecordsBehindItsEnd() {
    ReplaySelection selection = selection(Set.of("rows"), "", bounds(false));

    assertThat(takes(selection, END - 1, "any")).isTrue();
    assertThat(takes(selection, END, "any")).isFalse();
    assertThat(selection.takes(at(1, END), bytes("any")))
        .as("of a partition that has none")
        .isTrue();
  }

  @Test
  void shouldTakeRemovalsAloneFromBehindTheEndOfPuts() {
    ReplaySelection selection = selection(Set.of("rows"), "", bounds(true));
    ItemWrite living = put("rows", SECOND + 1);
    ItemWrite delete = new VersionedDelete("rows", item(SECOND), 5);
    ItemWrite expired = new ExpiredDelete("rows", key("1"), "expires");

    assertThat(takes(selection, END, "any")).isTrue();
    assertThat(adapted(selection, living, END - 1)).contains(living);
    assertThat(adapted(selection, living, END)).isEmpty();
    assertThat(adapted(selection, claimed(SECOND + 1, SECOND + 1), END)).isEmpty();
    assertThat(adapted(selection, delete, END)).contains(delete);
    assertThat(adapted(selection, expired, END)).contains(expired);
    assertThat(adapted(selection, put("rows", SECOND), END))
        .contains(new VersionedDelete("rows", key("1"), 1));
    assertThat(selection.adapt(new Decoded.Unwritable(REUSED), at(0, END)))
        .as("becomes the sink's dead letter")
        .isInstanceOf(Decoded.Nothing.class);
  }

  @Test
  void shouldLeaveOutOtherTables() {
    ReplaySelection selection = selection("");
    ItemWrite living = put("rows", SECOND + 1);

    assertThat(adapted(selection, living)).contains(living);
    assertThat(adapted(selection, put("others", SECOND + 1))).isEmpty();
    assertThat(adapted(selection, put("others", SECOND))).isEmpty();
    ItemWrite delete = new VersionedDelete("rows", item(SECOND), 5);
    assertThat(adapted(selection, delete)).contains(delete);
  }

  @Test
  void shouldPutAnItemAloneAfterItsClaim() {
    ReplaySelection selection = selection(Set.of("rows"), "");
    ItemWrite claimed = claimed(SECOND + 1, SECOND + 9);

    assertThat(adapted(selection, claimed)).contains(claimed);
    assertThat(adapted(selection, claimed(SECOND, SECOND + 9)))
        .contains(new PlainPut("rows", item(SECOND + 9)));
    assertThat(adapted(selection, claimed(SECOND, SECOND))).isEmpty();
    assertThat(adapted(selection(Set.of("claims"), ""), claimed)).contains(claimed);
    assertThat(adapted(selection(Set.of("others"), ""), claimed)).isEmpty();
  }

  @Test
  void shouldCountRefusedRecordsWithoutASecondDeadLetter() {
    ReplaySelection selection = selection("");

    assertThat(selection.deadLetter(REUSED, new Origin("topic", 0, 1))).isEmpty();
    assertThat(selection.unstorable()).isEqualTo(1);
  }

  private static boolean takes(ReplaySelection selection, long offset, String key) {
    return selection.takes(at(0, offset), bytes(key));
  }

  private static Origin at(int partition, long offset) {
    return new Origin("topic", partition, offset);
  }

  private static byte[] bytes(String key) {
    return key.getBytes(StandardCharsets.UTF_8);
  }

  private static ReplayBounds bounds(boolean removals) {
    return new ReplayBounds(List.of(at(0, END)), removals);
  }

  private static ReplaySelection selection(String keyPrefix) {
    return selection(Set.of("rows"), keyPrefix);
  }

  private static ReplaySelection selection(Set<String> tables, String keyPrefix) {
    return selection(tables, keyPrefix, ReplayBounds.ALL);
  }

  private static ReplaySelection selection(
      Set<String> tables, String keyPrefix, ReplayBounds bounds) {
    ReplayRequest request =
        new ReplayRequest("test", tables, "", keyPrefix, bounds, OptionalDouble.empty());
    TableDefinition endless =
        new TableDefinition("endless", TableKey.of("id"), List.of(), Optional.empty(), false);
    return new ReplaySelection(
        request, List.of(table("rows"), table("claims"), endless), () -> NOW);
  }

  private static TableDefinition table(String name) {
    return new TableDefinition(name, TableKey.of("id"), List.of(), Optional.of("expires"), false);
  }

  private static Optional<ItemWrite> adapted(ReplaySelection selection, ItemWrite write) {
    return adapted(selection, write, 0);
  }

  private static Optional<ItemWrite> adapted(
      ReplaySelection selection, ItemWrite write, long offset) {
    return selection.adapt(new Decoded.Write(write), at(0, offset)) instanceof Decoded.Write adapted
        ? Optional.of(adapted.write())
        : Optional.empty();
  }

  private static VersionedPut put(String table, long expires) {
    return new VersionedPut(table, "id", item(expires));
  }

  private static ClaimedPut claimed(long claimExpires, long itemExpires) {
    return new ClaimedPut(new Claim(CLAIMS, item(claimExpires), SECOND), "rows", item(itemExpires));
  }

  private static Item item(long expires) {
    return row("1", expires);
  }

  private static Item row(String id, long expires) {
    return Item.of(Map.of("id", id, "expires", expires, "rev", 1L));
  }

  private static Item key(String id) {
    return Item.of(Map.of("id", id));
  }
}
