package io.tributary.operations.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.schemas.deadletter.Attempt;
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
import io.tributary.sink.write.VersionedDelete;
import io.tributary.sink.write.VersionedPut;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What is expected after records. */
class RecordFoldTest {

  private static final TableDefinition THINGS = table("things");
  private static final TableDefinition CLAIMS = table("claims");
  private static final ClaimRule RULE =
      new ClaimRule(
          "claims",
          "id",
          "owner",
          "moment",
          "expiry",
          new Failure(FailureCode.BATCH_ID_REUSED, "reused"));

  private SpillStore store;
  private ExpectedState state;
  private RecordFold fold;
  private long offset;

  @BeforeEach
  void open() throws IOException {
    store = SpillStore.open();
    state = new ExpectedState(store, List.of(THINGS, CLAIMS));
    fold = new RecordFold(state);
  }

  @AfterEach
  void close() throws IOException {
    store.close();
  }

  @Test
  void shouldBeginAnewBehindATombstone() {
    add(put(9, "nine"));
    add(new ExpiredDelete("things", key("thing"), "expiry"));
    assertThat(held("thing")).isEmpty();

    add(put(1, "one"));
    assertThat(held("thing")).contains("one");
  }

  @Test
  void shouldExpectBothItemsOfAClaim() {
    add(claim("id", "a", "t1"));
    add(claim("id", "a", "t1"));

    assertThat(held("a/id")).contains("a");
    assertThat(state.expected(ItemKey.of(CLAIMS, key("id").attributes()))).isPresent();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldExpectTheLaterClaimWhicheverIsReadFirst(boolean inOrder) {
    ClaimedPut first = claim("id", "a", "t1");
    ClaimedPut later = claim("id", "b", "t2", 100);
    add(inOrder ? first : later);
    add(inOrder ? later : first);

    assertThat(moment("id")).contains("t2");
    assertThat(held("a/id")).contains("a");
    assertThat(held("b/id")).contains("b");
  }

  @Test
  void shouldNotExpectDeadLettersOfTheSink() {
    addFailed(0, 0);
    addFailed(2, 0);
    add(claim("id", "b", "t1"));
    add(put(2, "two"));
    add(put(3, "three"));

    assertThat(expected("b/id").orElseThrow().kind()).isEqualTo(Expectation.Kind.ABSENT);
    assertThat(held("thing")).contains("two");
    assertThat(state.expected(ItemKey.of(CLAIMS, key("id").attributes()))).isEmpty();
  }

  @Test
  void shouldExpectTheValueOfARedrive() {
    addFailed(0, 0);
    addFailed(1, 0);
    add(put(2, "two"));
    add(claim("id", "b", "t1"));
    redrive(0, 1, put(2, "two, mended"));
    redrive(1, 1, claim("id", "b", "t2"));

    assertThat(held("thing")).contains("two, mended");
    assertThat(held("b/id")).contains("b");
    assertThat(moment("id")).contains("t2");
  }

  @Test
  void shouldGoByTheLastAttempt() {
    addFailed(0, 0);
    addFailed(0, 1);
    add(put(2, "two"));
    redrive(0, 1, put(2, "mended"));
    assertThat(expected("thing").orElseThrow().kind()).isEqualTo(Expectation.Kind.ANY);

    redrive(0, 2, put(2, "mended again"));
    assertThat(held("thing")).contains("mended again");
  }

  @Test
  void shouldExpectAnythingOfARedriveWithoutItsRecord() {
    redrive(7, 1, put(2, "two"));
    redrive(8, 1, put(3, "three"));
    redrive(9, 1, claim("id", "b", "t1"));

    assertThat(expected("thing").orElseThrow().kind()).isEqualTo(Expectation.Kind.ANY);
    assertThat(expected("b/id").orElseThrow().kind()).isEqualTo(Expectation.Kind.ANY);
  }

  @Test
  void shouldExpectAnythingOfARedriveBesideANewerDeadLetter() {
    addFailed(0, 0);
    addFailed(1, 0);
    add(put(3, "three"));
    add(put(2, "two"));
    redrive(1, 1, put(2, "two"));
    assertThat(expected("thing").orElseThrow().kind()).isEqualTo(Expectation.Kind.ANY);

    redrive(0, 1, put(3, "three"));
    assertThat(held("thing")).contains("three");
  }

  @Test
  void shouldTakeARedriveForItsRecordThatWasThoughtStored() {
    add(claim("id", "b", "t1"));
    addFailed(0, 0);
    state.followSuspects();
    suspect(THINGS, "b/id");
    suspect(CLAIMS, "id");
    redrive(0, 1, claim("id", "b", "t2"));

    assertThat(expected("b/id").orElseThrow().source().orElseThrow().isRedrive()).isTrue();
    assertThat(moment("id")).contains("t2");
  }

  @Test
  void shouldKeepLaterItemsFromARedrivenTombstone() {
    addFailed(0, 0);
    add(new ExpiredDelete("things", key("thing"), "expiry"));
    add(put(1, "one"));
    redrive(0, 1, new ExpiredDelete("things", key("thing"), "expiry"));

    assertThat(held("thing")).contains("one");
  }

  @Test
  void shouldFollowSuspectsAlone() {
    add(put(1, "one"));
    state.followSuspects();
    add(put(2, "two"));
    assertThat(held("thing")).contains("one");

    suspect(item(1, "spoiled"));
    add(put(3, "three"));
    assertThat(held("thing")).contains("three");
    assertThat(verdicts()).containsExactly(ItemVerdict.IN_FLIGHT);
  }

  @Test
  void shouldTakeAStateThatHasBeenOvertakenForRight() {
    add(put(1, "one"));
    state.followSuspects();
    suspect(item(3, "three"));
    add(put(2, "two"));
    add(put(3, "three"));
    add(put(4, "four"));

    assertThat(verdicts()).containsExactly(ItemVerdict.EQUAL);
  }

  @Test
  void shouldLookAgainAtKeysOfNewRecords() {
    add(put(1, "one"));
    state.followSuspects();
    state.confirm(
        new ItemDifference(
            ItemVerdict.MISSING,
            ItemKey.of(THINGS, key("thing").attributes()),
            Optional.empty(),
            Map.of()));
    add(new VersionedDelete("things", key("thing"), 2));

    assertThat(verdicts()).containsExactly(ItemVerdict.IN_FLIGHT);
    List<ItemDifference> settled = new ArrayList<>();
    state.eachFound(settled::add);
    assertThat(settled).isEmpty();
    assertThat(expected("thing").orElseThrow().kind()).isEqualTo(Expectation.Kind.ABSENT);
  }

  @Test
  void shouldReportRecordsOfUnknownSchemasAsUnknown() {
    addFailed(0, 0);
    addUnreadable("buried");
    addUnreadable("unread");

    assertThat(unreadable()).containsExactly("topic/0/1");
    addFailed(1, 0);
    assertThat(unreadable()).isEmpty();
  }

  private List<String> unreadable() {
    List<String> places = new ArrayList<>();
    state.eachUnreadable(places::add);
    return places;
  }

  private void addUnreadable(String id) {
    Origin at = new Origin("topic", 0, offset++);
    Failure failure = new Failure(FailureCode.RECORD_UNDECODABLE, "no id 7");
    fold.add(
        new RecordPlace(at, new Attempt(at, 0)),
        new Decoded.Unwritable(failure, Optional.of(new VersionedDelete("things", key(id), 0))));
  }

  private void suspect(TableDefinition table, String id) {
    state.suspect(
        new ItemDifference(
            ItemVerdict.MISSING,
            ItemKey.of(table, key(id).attributes()),
            Optional.empty(),
            Map.of()));
  }

  private void suspect(Item found) {
    state.suspect(
        new ItemDifference(
            ItemVerdict.DIFFERENT,
            ItemKey.of(THINGS, found.attributes()),
            Optional.empty(),
            found.attributes()));
  }

  private List<ItemVerdict> verdicts() {
    List<ItemVerdict> verdicts = new ArrayList<>();
    state.eachSuspect(suspect -> verdicts.add(suspect.verdict()));
    return verdicts;
  }

  private void add(ItemWrite write) {
    Origin at = new Origin("topic", 0, offset++);
    fold.add(new RecordPlace(at, new Attempt(at, 0)), new Decoded.Write(write));
  }

  private void redrive(long origin, int earlier, ItemWrite write) {
    Origin at = new Origin("redrives", 0, offset++);
    Attempt attempt = new Attempt(new Origin("topic", 0, origin), earlier);
    fold.add(new RecordPlace(at, attempt), new Decoded.Write(write));
  }

  private void addFailed(long origin, int earlier) {
    state.addFailed(new Attempt(new Origin("topic", 0, origin), earlier));
  }

  /** The moment of the claim that is expected. */
  private Optional<String> moment(String id) {
    return state
        .expected(ItemKey.of(CLAIMS, key(id).attributes()))
        .flatMap(expectation -> Optional.ofNullable(expectation.item().get("moment")))
        .map(AttributeValue::s);
  }

  private Optional<Expectation> expected(String id) {
    return state.expected(ItemKey.of(THINGS, key(id).attributes()));
  }

  /** What the expected item says, if one is expected. */
  private Optional<String> held(String id) {
    return expected(id)
        .filter(expectation -> expectation.kind() == Expectation.Kind.HELD)
        .flatMap(expectation -> Optional.ofNullable(expectation.item().get("text")))
        .map(AttributeValue::s);
  }

  private static VersionedPut put(long revision, String text) {
    return new VersionedPut("things", "id", item(revision, text));
  }

  private static Item item(long revision, String text) {
    return Item.of(Map.of("id", "thing", "text", text, "rev", revision));
  }

  private static ClaimedPut claim(String id, String owner, String moment) {
    return claim(id, owner, moment, 50);
  }

  private static ClaimedPut claim(String id, String owner, String moment, long madeAt) {
    Item row = Item.of(Map.of("id", id, "owner", owner, "moment", moment, "expiry", 100L));
    Item item = Item.of(Map.of("id", owner + '/' + id, "text", owner));
    return new ClaimedPut(new Claim(RULE, row, madeAt), "things", item);
  }

  private static Item key(String id) {
    return new Item(Map.of("id", AttributeValue.fromS(id)));
  }

  private static TableDefinition table(String name) {
    return new TableDefinition(name, TableKey.of("id"), List.of(), Optional.empty(), false);
  }
}
