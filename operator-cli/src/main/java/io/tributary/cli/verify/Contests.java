package io.tributary.cli.verify;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Decides ids that several have claimed, by what the tables hold. */
final class Contests {

  private final Ledger ledger;
  private final TableReads reads;

  Contests(Ledger ledger, TableReads reads) {
    this.ledger = ledger;
    this.reads = reads;
  }

  /** Enters who has won each into the ledger. */
  void settle() {
    ledger.eachContested(this::settle);
  }

  private void settle(ItemKey row) {
    List<Bid> bids =
        Bid.of(ledger.bids(row).orElseThrow()).stream()
            .filter(bid -> !ledger.isBuried(bid.place().attempt()))
            .toList();
    if (bids.isEmpty() || !isOpen(row, bids)) {
      return;
    }
    Map<String, AttributeValue> found = reads.get(row);
    Optional<Bid> named = named(bids, found);
    List<Bid> winners = Contest.winners(bids, named, bid -> !reads.get(keyOf(bid)).isEmpty());
    Bid last = Contest.last(winners, named);
    enter(row, Expectation.held(last.place(), Expectation.NO_REVISION, last.row()));
    for (Bid bid : bids) {
      boolean won = winners.stream().anyMatch(winner -> winner.itemKey().equals(bid.itemKey()));
      ItemKey key = keyOf(bid);
      ledger
          .expected(key)
          .map(
              known ->
                  new Expectation(
                      won ? Expectation.Kind.HELD : Expectation.Kind.ABSENT,
                      known.revision(),
                      known.source(),
                      known.item()))
          .ifPresent(now -> enter(key, now));
    }
  }

  private boolean isOpen(ItemKey row, List<Bid> bids) {
    return ledger.concerns(row) || bids.stream().map(this::keyOf).anyMatch(ledger::concerns);
  }

  /** Only of what is open is there an expectation. */
  private void enter(ItemKey key, Expectation now) {
    ledger
        .expected(key)
        .filter(before -> !before.equals(now))
        .ifPresent(before -> ledger.expect(key, now));
  }

  private ItemKey keyOf(Bid bid) {
    return new ItemKey(ledger.table(bid.table()).orElseThrow(), bid.itemKey());
  }

  /** The bid whose row is nearest to the table's, whatever else has become of that. */
  private static Optional<Bid> named(List<Bid> bids, Map<String, AttributeValue> found) {
    Comparator<Bid> byDistance =
        Comparator.comparingInt(bid -> Sameness.differences(bid.row(), found).size());
    return found.isEmpty() ? Optional.empty() : bids.stream().min(byDistance);
  }
}
