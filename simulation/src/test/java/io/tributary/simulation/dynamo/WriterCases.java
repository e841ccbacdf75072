package io.tributary.simulation.dynamo;

import static io.tributary.simulation.dynamo.ContractTables.number;
import static io.tributary.simulation.dynamo.ContractTables.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.runtime.metrics.Meters;
import io.tributary.schemas.deadletter.Failure;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.sink.item.Item;
import io.tributary.sink.item.ItemBuilder;
import io.tributary.sink.table.DynamoTables;
import io.tributary.sink.write.Claim;
import io.tributary.sink.write.ClaimRule;
import io.tributary.sink.write.ClaimedPut;
import io.tributary.sink.write.DynamoItemWriter;
import io.tributary.sink.write.ExpiredDelete;
import io.tributary.sink.write.ItemWrite;
import io.tributary.sink.write.PendingWrite;
import io.tributary.sink.write.RetryingItemStore;
import io.tributary.sink.write.RetryingItemStore.Backoffs;
import io.tributary.sink.write.RevisedDelete;
import io.tributary.sink.write.RevisedPut;
import io.tributary.sink.write.StoreHealth;
import io.tributary.sink.write.UnclaimedPut;
import io.tributary.sink.write.WriteOutcome;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What the sink's own writers do to a database, and what they learn from its answers. */
abstract class WriterCases extends DynamoContract {

  private static final long NOW = 1_705_328_520L;
  private static final Meters METERS = new Meters();
  private static final ClaimRule CLAIMS =
      new ClaimRule(
          "plain",
          "id",
          "owner",
          "claimed_at",
          "expires",
          new Failure(FailureCode.BATCH_ID_REUSED, "another's"));

  @Test
  void shouldLetTheFirstClaimCount() throws InterruptedException {
    assertThat(outcomes(claimed("me", "1", NOW + 1), claimed("me", "1", NOW + 1)))
        .containsExactly("stored", "already_stored");
    assertThat(outcomes(claimed("me", "2", NOW + 1), claimed("you", "1", NOW + 1)))
        .containsExactly("duplicate", "rejected");
    assertThat(row("1")).containsEntry("owner", text("me"));
    assertThat(row("2")).isEmpty();
  }

  @Test
  void shouldReplaceAClaimThatHasExpired() throws InterruptedException {
    assertThat(outcomes(claimed("me", "1", NOW - 1), claimed("you", "2", NOW + 1)))
        .containsExactly("stored", "stored");
    assertThat(get("plain", plain())).containsEntry("owner", text("you"));
    assertThat(row("2")).isNotEmpty();
  }

  @Test
  void shouldStoreAGroupWithoutThoseAtFault() throws InterruptedException {
    assertThat(outcomes(claimed("me", "1", NOW + 1))).containsExactly("stored");
    List<String> labels = new ArrayList<>();
    List<PendingWrite> group =
        Stream.of(other("a"), claimed("me", "2", NOW + 1), other("b"), tooLarge("c"), other("d"))
            .map(write -> pending(write, labels))
            .toList();

    RetryingItemStore.of(
            writer(NOW), new StoreHealth(System::nanoTime, METERS), Backoffs.usual(new Random(1)))
        .store(group);

    assertThat(labels)
        .containsExactlyInAnyOrder("stored", "stored", "stored", "duplicate", "rejected");
    assertThat(Stream.of("a", "b", "d").map(this::row)).noneMatch(Map::isEmpty);
    assertThat(Stream.of("2", "c").map(this::row)).allMatch(Map::isEmpty);
    assertThat(get("plain", Map.of("id", text(id + "c")))).isEmpty();
  }

  @Test
  void shouldKeepTheGreaterRevision() throws InterruptedException {
    assertThat(outcomes(revised(5, "1"), revised(5, "1"), revised(4, "1"), revised(10, "1")))
        .containsExactly("stored", "already_stored", "stale", "stored");
    assertThat(row("1")).containsEntry("rev", number("10"));
  }

  @Test
  void shouldKeepItemsOfARecordInStep() throws InterruptedException {
    assertThat(outcomes(revised(5, "1", "2"), revised(6, "2"))).containsExactly("stored", "stored");
    assertThat(outcomes(revised(5, "1", "2"))).containsExactly("stale");
    assertThat(outcomes(revised(6, "1", "2", "3"))).containsExactly("stored");
    assertThat(outcomes(revised(6, "1", "2", "3"))).containsExactly("already_stored");
    assertThat(Stream.of("1", "2", "3").map(this::row))
        .allMatch(item -> number("6").equals(item.get("rev")));
  }

  @Test
  void shouldDeleteOlderRevisions() throws InterruptedException {
    assertThat(outcomes(revised(5, "1"), removed(5, "1"), removed(6, "1"), removed(6, "1")))
        .containsExactly("stored", "stale", "deleted", "already_absent");
    assertThat(row("1")).isEmpty();
  }

  @Test
  void shouldDeleteWhatHasExpiredAlone() throws InterruptedException {
    ItemWrite delete = new ExpiredDelete("items", key("1").build(), "expires");

    assertThat(outcomes(expiring(NOW), delete, expiring(NOW - 1), delete, delete))
        .containsExactly("stored", "not_expired", "stored", "deleted", "already_absent");
  }

  @Test
  void shouldRejectWhatNoTableTakes() throws InterruptedException {
    assertThat(outcomes(tooLarge("a"), new UnclaimedPut("items", key("").build())))
        .containsExactly("rejected", "rejected");
  }

  private List<String> outcomes(ItemWrite... writes) throws InterruptedException {
    List<String> labels = new ArrayList<>();
    for (ItemWrite write : writes) {
      labels.add(writer(NOW).write(write).label());
    }
    return labels;
  }

  private DynamoItemWriter writer(long now) {
    return DynamoItemWriter.to(
        new DynamoTables(client(), "", ContractTables.ALL),
        InstantSource.fixed(Instant.ofEpochSecond(now)),
        METERS);
  }

  private static PendingWrite pending(ItemWrite write, List<String> labels) {
    return new PendingWrite(
        write,
        () -> false,
        outcome -> labels.add(outcome.map(WriteOutcome::label).orElse("abandoned")));
  }

  private Map<String, AttributeValue> row(String sk) {
    return get("items", Map.of("pk", text(id), "sk", text(sk)));
  }

  private ItemBuilder key(String sk) {
    return new ItemBuilder().text("pk", id).text("sk", sk);
  }

  private ClaimedPut claimed(String owner, String moment, long expires) {
    return claimed(id, owner, moment, expires);
  }

  /** A claim of another id, and its item. */
  private ClaimedPut other(String sk) {
    return claimed(id + sk, "me", sk, NOW + 1);
  }

  private ClaimedPut claimed(String claim, String owner, String moment, long expires) {
    Item row =
        new ItemBuilder()
            .text("id", claim)
            .text("owner", owner)
            .text("claimed_at", moment)
            .number("expires", expires)
            .build();
    return new ClaimedPut(
        new Claim(CLAIMS, row, NOW), "items", key(moment).text("owner", owner).build());
  }

  private ClaimedPut tooLarge(String sk) {
    return new ClaimedPut(
        other(sk).claim(), "items", key(sk).text("text", "x".repeat(400 * 1024)).build());
  }

  private RevisedPut revised(long revision, String... sks) {
    return new RevisedPut(
        "items", "pk", Stream.of(sks).map(sk -> key(sk).number("rev", revision).build()).toList());
  }

  private RevisedDelete removed(long revision, String sk) {
    return new RevisedDelete("items", key(sk).build(), revision);
  }

  private UnclaimedPut expiring(long expires) {
    return new UnclaimedPut("items", key("1").number("expires", expires).build());
  }
}
