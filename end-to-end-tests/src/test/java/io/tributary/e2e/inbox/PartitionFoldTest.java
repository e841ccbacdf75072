package io.tributary.e2e.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.process.Tally;
import io.tributary.harness.store.AvroFiles;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The model itself, against results worked out by hand. */
final class PartitionFoldTest {

  private static final Inbox INBOX = Inbox.of("acme");
  private static final String USER = "u-1001";
  private static final String OTHER = "u-1002";
  private static final long RECEIVED = 1_756_093_980;
  private static final long EXPIREDAT = 1_758_685_980;

  private final AvroFiles avro = new AvroFiles();
  private final InboxFacts facts = new InboxFacts(record -> "nowhere", avro);
  private final Tally<Happening> tally = new Tally<>(Happening.class);
  private final PartitionFold fold = new PartitionFold(tally);
  private int offset;

  @Test
  void shouldCountAsTheDocumentedTraceWithCategoriesCompleted() {
    deliver(USER, "BILLING", "billing");
    deliver(OTHER, "BILLING", "billing");
    assertThat(counters(USER)).isEqualTo(Map.of("*", "1/0", "billing", "1/0"));

    deliver(Inbox.PUBLIC, "PROMO", "promo");
    assertThat(counters(Inbox.PUBLIC)).isEqualTo(Map.of("*", "1", "promo", "1"));

    happen(USER, 1, facts.readMessage("BILLING"));
    assertThat(counters(USER)).isEqualTo(Map.of("*", "1/1", "billing", "1/1"));

    happen(USER, 2, facts.readMessage("PROMO"));
    happen(USER, 3, facts.readMessage("PROMO"));
    happen(USER, 3, facts.readMessage("BILLING"));
    assertThat(counters(USER)).isEqualTo(Map.of("*", "1/2", "billing", "1/1", "promo", "0/1"));

    happen(Inbox.PUBLIC, 4, facts.expired("PROMO"));
    happen(Inbox.PUBLIC, 4, facts.expired("PROMO"));
    assertThat(counters(Inbox.PUBLIC)).isEqualTo(Map.of("*", "0", "promo", "0"));
    assertThat(counters(USER)).containsEntry("*", "1/2");

    happen(USER, 5, facts.expired("PROMO"));
    assertThat(counters(USER)).isEqualTo(Map.of("*", "1/1", "billing", "1/1", "promo", "0/0"));

    happen(USER, 6, facts.expired("BILLING"));
    assertThat(counters(USER)).isEqualTo(Map.of("*", "0/0", "billing", "0/0", "promo", "0/0"));
    assertThat(counters(OTHER)).isEqualTo(Map.of("*", "1/0", "billing", "1/0"));
  }

  @Test
  void shouldTakeReceiptsAwayWithTheirMessage() {
    deliver(Inbox.PUBLIC, "PROMO", null);
    happen(USER, 1, facts.readMessage("PROMO"));
    happen(OTHER, 1, facts.readUntil(RECEIVED));

    happen(Inbox.PUBLIC, 2, facts.redacted("PROMO"));
    happen(USER, 3, facts.readMessage("PROMO"));
    happen(USER, 3, facts.readUntil(RECEIVED + 10));

    assertThat(counters(USER)).isEqualTo(Map.of("*", "0/0"));
    assertThat(counters(OTHER)).isEqualTo(Map.of("*", "0/0"));
    assertThat(counters(Inbox.PUBLIC)).isEqualTo(Map.of("*", "0"));
    assertThat(tally.of(Happening.RECEIPTS_REDACTED)).isEqualTo(2);
  }

  @Test
  void shouldReadByMarksWhatComesBeforeAndAfterThem() {
    deliver(USER, "BEFORE", null);
    happen(USER, 7, facts.readUntil(RECEIVED));
    deliver(USER, "AFTER", null);
    deliver(Inbox.PUBLIC, "PROMO", null);
    happen(USER, 20, facts.readUntil(RECEIVED - 1));

    assertThat(counters(USER)).isEqualTo(Map.of("*", "2/3"));
    assertThat(user(USER).get("BEFORE")).hasValueSatisfying(PartitionFoldTest::readAtSeven);
    assertThat(user(USER).get("AFTER")).hasValueSatisfying(PartitionFoldTest::readAtSeven);
    assertThat(user(USER).get("PROMO")).hasValueSatisfying(PartitionFoldTest::readAtSeven);
    assertThat(tally.of(Happening.NO_MARKS)).isEqualTo(1);
  }

  @Test
  void shouldLetReadsWaitTenMinutesAndNoLonger() {
    String met = happen(USER, -600, facts.readMessage("MET"));
    String lost = happen(USER, -601, facts.readMessage("PROMO"));
    deliver(USER, "MET", null);
    assertThat(counters(USER)).isEqualTo(Map.of("*", "1/1"));
    assertThat(fold.lost()).as("nothing was said of the other yet").isEmpty();

    deliver(Inbox.PUBLIC, "PROMO", null);
    assertThat(fold.lost()).containsExactly(lost).doesNotContain(met);
    assertThat(counters(USER)).isEqualTo(Map.of("*", "1/1"));
  }

  @Test
  void shouldDropWhatComesTwice() {
    deliver(USER, "ONCE", null);
    deliver(USER, "ONCE", null);
    happen(USER, 1, facts.redacted("ONCE"));
    happen(USER, 1, facts.redacted("ONCE"));
    happen(USER, 1, facts.expired("ONCE"));
    deliver(USER, "ONCE", null);

    assertThat(counters(USER)).isEqualTo(Map.of("*", "0/0"));
    assertThat(user(USER).held()).isEmpty();
  }

  private void deliver(String uid, String id, @Nullable String category) {
    happen(uid, 0, facts.delivered(id, category, EXPIREDAT));
  }

  private String happen(String uid, int later, GenericRecord event) {
    Instant acceptedAt = Instant.ofEpochSecond(RECEIVED + later);
    String place = "inbox.events/0/" + offset++;
    fold.apply(place, facts.event(INBOX, uid, acceptedAt, event).build());
    return place;
  }

  private UserFold user(String uid) {
    List<UserFold> found = fold.users().stream().filter(user -> user.uid().equals(uid)).toList();
    assertThat(found).hasSize(1);
    return found.get(0);
  }

  private Map<String, String> counters(String uid) {
    Map<String, String> counters = new TreeMap<>();
    user(uid)
        .counterItems()
        .forEach(
            (category, item) ->
                counters.put(
                    category,
                    item.get("published")
                        + (item.containsKey("read") ? "/" + item.get("read") : "")));
    return counters;
  }

  private static void readAtSeven(Held held) {
    assertThat(held.readat()).isEqualTo(RECEIVED + 7);
  }
}
