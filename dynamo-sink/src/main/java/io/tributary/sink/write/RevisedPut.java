package io.tributary.sink.write;

import io.tributary.schemas.deadletter.Failure;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.sink.item.Item;
import java.math.BigDecimal;

/**
 * Puts an item that is overwritten as its record changes, unless the table holds the same or a
 * newer revision of it.
 *
 * @param table where the item goes, without prefix
 * @param key name of an attribute of the item's key
 * @param item has a {@link #REVISION}, greater than that of every earlier state
 */
public record RevisedPut(String table, String key, Item item) implements ItemWrite {

  /** The attribute by which a stale state is told. */
  public static final String REVISION = "rev";

  /**
   * What it means that the table holds this item, of the same key, which the put must not lower.
   */
  WriteOutcome against(Item held) {
    BigDecimal ours = item.number(REVISION).orElseThrow();
    return held.number(REVISION)
        .<WriteOutcome>map(
            theirs ->
                ours.compareTo(theirs) == 0
                    ? new WriteOutcome.AlreadyStored()
                    : new WriteOutcome.Stale())
        .orElseGet(
            () ->
                new WriteOutcome.Rejected(
                    new Failure(
                        FailureCode.ITEM_REJECTED, "the table holds an item without a revision")));
  }

  @Override
  public <R> R match(Cases<R> cases) {
    return cases.revisedPut(this);
  }

  @Override
  public boolean sharesRequests() {
    return false;
  }
}
