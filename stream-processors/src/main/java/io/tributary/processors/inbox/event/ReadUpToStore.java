package io.tributary.processors.inbox.event;

import io.tributary.processors.store.BoundedScan;
import io.tributary.processors.store.ExpiryIndex;
import io.tributary.processors.store.SortedNumber;
import io.tributary.processors.store.StateStores;
import io.tributary.processors.store.TaskStore;
import io.tributary.processors.store.TaskStores;
import io.tributary.schemas.key.inbox.InboxKey;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BiPredicate;
import org.apache.kafka.streams.state.StoreBuilder;

/**
 * Marks of one task's users. Beside {@code {pk}} each stands a second time, as {@code
 * until#{tenant_key}#{inbox_key}#{until:019}#{uid}}, so that a public message finds its readers.
 * Marks are forgotten after 30 days: a message so late is unread.
 */
final class ReadUpToStore {

  private static final String STORE = "inbox.read-marks-state";

  private static final long MEMORY_SECONDS = Duration.ofDays(30).toSeconds();

  private final TaskStore<byte[]> store;
  private final ExpiryIndex index;

  ReadUpToStore(TaskStores stores) {
    store = stores.open(STORE);
    index = new ExpiryIndex(store, stores::wallClock);
  }

  static StoreBuilder<?> store() {
    return StateStores.ofBytes(STORE);
  }

  Optional<ReadUpTo> of(InboxKey user) {
    return Optional.ofNullable(store.get(user.pk())).map(ReadUpTo::of);
  }

  /** Raises the mark. */
  void put(InboxKey user, ReadUpTo mark) {
    Optional<ReadUpTo> before = of(user);
    if (before.isEmpty()) {
      index.add(user.pk(), endOf(mark));
    }
    before.ifPresent(old -> store.delete(entry(user, old.until()) + user.uid()));
    store.put(user.pk(), mark.bytes());
    store.put(entry(user, mark.until()) + user.uid(), mark.bytes());
  }

  /** Forgets marks that ended by that epoch second. */
  void forget(long ended) {
    index.visitDue(ended, pk -> look(pk, ended));
  }

  private long look(String pk, long ended) {
    InboxKey user = InboxKey.CODEC.decode(pk);
    ReadUpTo mark = of(user).orElseThrow();
    if (endOf(mark) > ended) {
      return endOf(mark);
    }
    store.delete(pk);
    store.delete(entry(user, mark.until()) + user.uid());
    return ExpiryIndex.NEVER;
  }

  private static long endOf(ReadUpTo mark) {
    return mark.until() + MEMORY_SECONDS;
  }

  /**
   * Visits the marks past that time, up to the scan's limits.
   *
   * @param visitor true when a user's state changes
   */
  void usersWhoReadPast(
      BoundedScan slice, InboxKey inbox, long received, BiPredicate<InboxKey, ReadUpTo> visitor) {
    String last = prefix(inbox) + Character.MAX_VALUE;
    slice.scan(
        store,
        entry(inbox, received),
        last,
        (key, value) -> {
          String uid = key.substring(key.lastIndexOf('#') + 1);
          InboxKey user = new InboxKey(inbox.tenantKey(), uid, inbox.inboxKey());
          return visitor.test(user, ReadUpTo.of(value));
        });
  }

  private static String entry(InboxKey inbox, long until) {
    return prefix(inbox) + SortedNumber.text(until) + '#';
  }

  private static String prefix(InboxKey inbox) {
    return "until#" + inbox.tenantKey() + '#' + inbox.inboxKey() + '#';
  }
}
