package io.tributary.traffic.inbox;

import io.tributary.schemas.topic.Family;
import io.tributary.traffic.Contents;
import io.tributary.traffic.Credentials;
import io.tributary.traffic.Delivery;
import io.tributary.traffic.LogRecord;
import io.tributary.traffic.Model;
import io.tributary.traffic.Traffic;
import io.tributary.traffic.avro.SingleObject;
import io.tributary.traffic.check.Items;
import io.tributary.traffic.check.Violations;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The model of the inbox family. */
public final class InboxModel implements Model {

  private static final String TABLE = "inbox";
  private static final String WAITS = "inbox.waits";

  @Override
  public Family family() {
    return Family.INBOX;
  }

  @Override
  public Traffic traffic(long seed, String run, Credentials credentials, InstantSource clock) {
    return new InboxTraffic(seed, run, credentials, clock);
  }

  @Override
  public Map<String, Map<List<Object>, Map<String, Object>>> items(Contents contents) {
    return Map.of(TABLE, InboxFold.of(contents).items());
  }

  /**
   * {@inheritDoc}
   *
   * <p>Of an inbox with an event that was too large to be applied at once, only the counters are
   * held against the items: what comes between two slices sees a part of it done.
   */
  @Override
  public List<String> violations(Contents contents, Collection<Delivery> deliveries) {
    Violations violations = new Violations();
    InboxFold fold = InboxFold.of(contents);
    fold.check(violations);
    Answers.check(fold, deliveries, violations);
    fold.acceptance().check(deliveries, Asked::of, violations);
    fold.letters().check(contents, family(), violations);
    violations.compare(WAITS, fold.waits(contents.readAt(), violations), waits(contents));
    checkStates(contents, fold, violations);
    return violations.lines();
  }

  private static void checkStates(Contents contents, InboxFold fold, Violations violations) {
    Set<Object> sliced = fold.sliced();
    StoredStates records = StoredStates.read(contents, violations);
    Items table = Items.read(contents, TABLE);
    Map<List<Object>, Map<String, Object>> expected = without(sliced, fold.items());
    violations.compare(
        "records", expected, without(sliced, fold.removed()), without(sliced, records.items()));
    new Items(TABLE, without(sliced, table.items()), Map.of())
        .compare(expected, "expiredat", contents, violations);
    table.compareRevs(records.revs(), violations);
    CountedItems.check(table.items(), sliced, violations);
  }

  private static <V> Map<List<Object>, V> without(Set<Object> pks, Map<List<Object>, V> items) {
    if (pks.isEmpty()) {
      return items;
    }
    Map<List<Object>, V> rest = new HashMap<>(items);
    rest.keySet().removeIf(key -> pks.contains(key.get(0)));
    return rest;
  }

  /** Partition and offset of the reads that wait, by the key of their wait. */
  private static Map<String, String> waits(Contents contents) {
    Map<String, String> waits = new HashMap<>();
    for (LogRecord record : contents.topic(WAITS)) {
      SingleObject.decode(record, "WaitingFact")
          .ifPresentOrElse(
              wait -> waits.put(record.key(), wait.get("partition") + "/" + wait.get("offset")),
              () -> waits.remove(record.key()));
    }
    return waits;
  }

  @Override
  public Map<String, Integer> tally(Contents contents) {
    return InboxFold.of(contents).tally().counts();
  }
}
