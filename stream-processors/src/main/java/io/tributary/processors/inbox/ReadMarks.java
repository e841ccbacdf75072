package io.tributary.processors.inbox;

import io.tributary.processors.store.Slice;
import io.tributary.processors.store.StateStores;
import io.tributary.processors.store.TaskStore;
import io.tributary.processors.store.TaskStores;
import io.tributary.schemas.key.InboxKey;
import java.util.Optional;
import java.util.function.BiPredicate;
import org.apache.kafka.streams.state.StoreBuilder;
import org.jspecify.annotations.Nullable;

/**
 * The marks of one task's users. Beside {@code {pk}} each stands a second time, as {@code
 * until#{tenant_key}#{inbox_key}#{until:019}#{uid}}, so that a public message finds those that
 * cover it.
 */
final class ReadMarks {

  private static final String STORE = "inbox.read-marks-state";

  private @Nullable TaskStore<byte[]> store;

  static StoreBuilder<?> store() {
    return StateStores.ofBytes(STORE);
  }

  void init(TaskStores stores) {
    store = stores.open(STORE);
  }

  Optional<ReadMark> of(InboxKey user) {
    return Optional.ofNullable(opened().get(user.pk())).map(ReadMark::of);
  }

  void put(InboxKey user, ReadMark mark) {
    of(user).ifPresent(before -> opened().delete(entry(user, before.until()) + user.uid()));
    opened().put(user.pk(), mark.bytes());
    opened().put(entry(user, mark.until()) + user.uid(), mark.bytes());
  }

  /**
   * Shows the marks of an inbox's users that cover what was received then, as far as there is room.
   *
   * @param visitor true when a user's state changes by it
   */
  void covering(
      Slice slice, InboxKey inbox, long received, BiPredicate<InboxKey, ReadMark> visitor) {
    String last = prefix(inbox) + Character.MAX_VALUE;
    slice.scan(
        opened(),
        entry(inbox, received),
        last,
        (key, value) -> {
          String uid = key.substring(key.lastIndexOf('#') + 1);
          InboxKey user = new InboxKey(inbox.tenantKey(), uid, inbox.inboxKey());
          return visitor.test(user, ReadMark.of(value));
        });
  }

  private static String entry(InboxKey inbox, long until) {
    return prefix(inbox) + "%019d#".formatted(until);
  }

  private static String prefix(InboxKey inbox) {
    return "until#" + inbox.tenantKey() + '#' + inbox.inboxKey() + '#';
  }

  private TaskStore<byte[]> opened() {
    if (store == null) {
      throw new IllegalStateException("not initialized");
    }
    return store;
  }
}
