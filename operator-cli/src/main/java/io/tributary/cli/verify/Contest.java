package io.tributary.cli.verify;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Which of several claims of an id have won. One that lost to another owner's is a dead letter, so
 * those of different owners that are none have all won, one after the other. Of the same owner's
 * the first in the table counts until it expires; records of different partitions have no order, so
 * the table says which was first.
 */
final class Contest {

  private Contest() {}

  /**
   * The winners; the item of each must be in its table.
   *
   * @param bids of one id, none of them buried
   * @param named the one that the table's row names, if it names any
   * @param stored whether the table holds a bid's item
   */
  static List<Bid> winners(List<Bid> bids, Optional<Bid> named, Predicate<Bid> stored) {
    List<Bid> winners = new ArrayList<>();
    for (List<Bid> rivals : generations(bids)) {
      winners.add(winner(rivals, named, stored));
    }
    return winners;
  }

  /** The winner whose row must be in the table. */
  static Bid last(List<Bid> winners, Optional<Bid> named) {
    return named
        .filter(winners::contains)
        .filter(bid -> winners.stream().allMatch(other -> other.madeAt() < bid.expiry()))
        .orElseGet(() -> Collections.max(winners, Comparator.comparingLong(Bid::madeAt)));
  }

  private static Bid winner(List<Bid> rivals, Optional<Bid> named, Predicate<Bid> stored) {
    Optional<Bid> known = named.filter(rivals::contains);
    if (known.isPresent()) {
      return known.get();
    }
    List<Bid> present = rivals.stream().filter(stored).toList();
    return present.size() == 1 ? present.get(0) : rivals.get(0);
  }

  /** Those that contend with each other: of one owner, made before the first of them expires. */
  private static List<List<Bid>> generations(List<Bid> bids) {
    List<Bid> inOrder = new ArrayList<>(bids);
    inOrder.sort(Comparator.comparingLong(Bid::madeAt));
    Set<Bid> open = new HashSet<>(inOrder);
    List<List<Bid>> generations = new ArrayList<>();
    for (Bid first : inOrder) {
      if (open.contains(first)) {
        List<Bid> rivals =
            inOrder.stream()
                .filter(open::contains)
                .filter(bid -> bid.equals(first) || contend(first, bid))
                .toList();
        rivals.forEach(open::remove);
        generations.add(rivals);
      }
    }
    return generations;
  }

  private static boolean contend(Bid first, Bid later) {
    return later.owner().equals(first.owner()) && later.madeAt() < first.expiry();
  }
}
