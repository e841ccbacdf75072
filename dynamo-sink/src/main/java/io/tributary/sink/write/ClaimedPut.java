package io.tributary.sink.write;

import io.tributary.sink.item.Item;
import java.util.List;
import java.util.Optional;

/**
 * Puts an item and, in the same transaction, a row that claims the item's id; both or neither.
 *
 * @param table of the item, without prefix
 */
public record ClaimedPut(Claim claim, String table, Item item) implements ItemWrite {

  @Override
  public List<String> tables() {
    return List.of(table, claim.rule().table());
  }

  @Override
  public <R> R match(Cases<R> cases) {
    return cases.claimedPut(this);
  }

  @Override
  public boolean sharesRequests() {
    return true;
  }

  @Override
  public Optional<String> contested() {
    return claim.row().text(claim.rule().key());
  }
}
