package io.tributary.sink.write;

import io.tributary.schemas.deadletter.Failure;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.schemas.item.Attributes;
import io.tributary.schemas.table.TableKey;
import io.tributary.sink.item.Item;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Puts one or several items of a record, unless the table holds a revision at least as great. All
 * items or none.
 *
 * @param table without prefix
 * @param key name of an attribute of an item's key
 * @param items of different keys, all with the same revision
 */
public record VersionedPut(String table, String key, List<Item> items) implements ItemWrite {

  public VersionedPut {
    items = List.copyOf(items);
  }

  public VersionedPut(String table, String key, Item item) {
    this(table, key, List.of(item));
  }

  /**
   * The removal of the same items, unless the table's are as new.
   *
   * @param primary the table's key
   */
  public VersionedDelete removal(TableKey primary) {
    return new VersionedDelete(
        table,
        items.stream().map(item -> keyOf(item, primary)).toList(),
        revision().longValueExact());
  }

  private static Item keyOf(Item item, TableKey primary) {
    Map<String, AttributeValue> attributes = new HashMap<>(item.attributes());
    attributes.keySet().retainAll(primary.names());
    return new Item(attributes);
  }

  /** The same put with some of its items. */
  public VersionedPut only(List<Item> some) {
    return new VersionedPut(table, key, some);
  }

  /** The outcome beside the stored item of one of the keys. */
  public WriteOutcome compareWithStored(Item held) {
    BigDecimal ours = revision();
    return revisionOf(held)
        .<WriteOutcome>map(
            theirs ->
                ours.compareTo(theirs) == 0
                    ? WriteOutcome.Settled.ALREADY_STORED
                    : WriteOutcome.Settled.STALE)
        .orElseGet(VersionedPut::withoutRevision);
  }

  public static Optional<BigDecimal> revisionOf(Item item) {
    return item.number(Attributes.REVISION);
  }

  /** Outcome beside an item that this pipeline has not written. */
  public static WriteOutcome withoutRevision() {
    return new WriteOutcome.Rejected(
        new Failure(FailureCode.FOREIGN_ITEM, "the table holds an item without a revision"));
  }

  /** Compares revisions: of two states the later in a log need not be the newer. */
  @Override
  public boolean supersedes(ItemWrite older) {
    return older instanceof VersionedPut before && revision().compareTo(before.revision()) > 0;
  }

  private BigDecimal revision() {
    return revisionOf(items.get(0)).orElseThrow();
  }

  @Override
  public <R> R match(Cases<R> cases) {
    return cases.versionedPut(this);
  }
}
