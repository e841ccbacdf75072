package io.tributary.e2e;

import io.tributary.harness.load.Delivery;
import io.tributary.harness.load.Upload;
import io.tributary.harness.store.Tables;
import io.tributary.harness.store.Topics;
import java.io.IOException;
import java.net.URI;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/** Random traffic of one family, and what its tables and topics must hold of it. */
public interface FamilyLoad {

  /**
   * Records that an append of facts must lead to.
   *
   * @param topic of the records
   * @param size how many it must have then, at least
   */
  record Folded(String topic, int size) {}

  /** Makes what the traffic is about, and what lives for a moment; before everything else. */
  void begin(URI gateway) throws IOException;

  /** The next request; any thread may ask. */
  Optional<Upload> next();

  /** Learns from a request that is settled, in the thread that has sent it. */
  default void learn(Delivery delivery) {}

  /** Takes in what became of requests. */
  void add(Collection<Delivery> deliveries);

  /** Appends facts beside the requests, such as gateways write only at other times. */
  default void forge(Topics topics) {}

  /** Lets time pass for every fact that waits for another; after the last request. */
  default void endWaits(Topics topics) {}

  /** Waits until what lives for a moment is gone; while tables are small, for then it is soon. */
  default void awaitExpired(Topics topics) {}

  /** Throws {@link AssertionError} unless tables and topics, drained, hold what they must. */
  void check(Topics topics, Tables tables);

  /** Whether all that the traffic can lead to has happened. */
  boolean hasEverything(Topics topics);

  /** What has happened, for the last line of a test. */
  Object tally(Topics topics);

  /** The tables. */
  List<String> tables();

  /** The topics that are derived from no other. */
  Set<String> facts();

  /** Whether a replay of facts gives items the revisions that they had. */
  default boolean keepsRevisions() {
    return true;
  }

  /** Appends many states of few items. */
  Folded changeOften(Topics topics);

  /** Appends what removes items of {@link #changeOften}; empty where nothing is removed. */
  default Optional<Folded> remove(Topics topics) {
    return Optional.empty();
  }

  /** How many items there are of those that {@link #remove} removes. */
  default int removable(Tables tables) {
    return 0;
  }

  /**
   * Looks at tables that are being written, which are right at any moment; says at how many items.
   */
  default int look(Tables tables) {
    return 0;
  }

  /** Deletes about a third of the items by hand, all such as a second delivery stores again. */
  int lose(Tables tables, Random random);

  /** Notes what there is before a replay passes all facts on once more. */
  default void replaying(Topics topics) {}

  /** Notes what a replay has passed on. */
  default void replayed(Topics topics) {}
}
