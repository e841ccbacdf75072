package io.tributary.processors.history;

import io.tributary.avro.history.HistoryThread;
import io.tributary.avro.history.MessageRole;
import io.tributary.avro.history.PostedMessage;
import io.tributary.avro.history.ThreadDetails;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Rules for threads. */
final class ThreadRule {

  /** Value of last_activity_at before the first message; every timestamp is greater. */
  private static final long NO_MESSAGE = 0;

  private ThreadRule() {}

  /** The record of a thread: without a message its activity is its creation. */
  static HistoryThread recordOf(HistoryThread state) {
    return state.getLastActivityAtMs() == NO_MESSAGE
        ? HistoryThread.newBuilder(state).setLastActivityAtMs(state.getCreatedAtMs()).build()
        : state;
  }

  /** A thread without a message. */
  static HistoryThread created(EventScope scope, @Nullable ThreadDetails details, long rev) {
    ThreadDetails known = details == null ? new ThreadDetails() : details;
    boolean temporary = Boolean.TRUE.equals(known.getIsTemporary());
    return HistoryThread.newBuilder()
        .setOrgId(scope.thread().orgId())
        .setTenantId(scope.thread().tenantId().orElse(null))
        .setUserId(scope.thread().userId())
        .setThreadId(scope.thread().threadId())
        .setTitle(known.getTitle())
        .setOrigin(known.getOrigin())
        .setIsTemporary(temporary)
        .setLastActivityAtMs(NO_MESSAGE)
        .setUserMessageCount(0)
        .setExpiryTimeS(scope.expiry(scope.acceptedAt(), temporary))
        .setCreatedAtMs(scope.acceptedAt())
        .setUpdatedAtMs(scope.acceptedAt())
        .setRev(rev)
        .build();
  }

  /** The thread with one more message; its revision stays. */
  static HistoryThread joined(EventScope scope, HistoryThread before, PostedMessage message) {
    int counts = message.getRole() == MessageRole.user ? 1 : 0;
    return HistoryThread.newBuilder(before)
        .setLastActivityAtMs(Math.max(before.getLastActivityAtMs(), message.getTimestampMs()))
        .setUserMessageCount(before.getUserMessageCount() + counts)
        .setExpiryTimeS(prolonged(scope, before))
        .setUpdatedAtMs(Math.max(before.getUpdatedAtMs(), scope.acceptedAt()))
        .build();
  }

  /** The thread with the application's details; empty without a change. */
  static Optional<HistoryThread> changed(
      EventScope scope, HistoryThread before, ThreadDetails details) {
    HistoryThread after =
        HistoryThread.newBuilder(before)
            .setTitle(details.getTitle() == null ? before.getTitle() : details.getTitle())
            .setOrigin(details.getOrigin() == null ? before.getOrigin() : details.getOrigin())
            .setIsTemporary(
                details.getIsTemporary() == null
                    ? before.getIsTemporary()
                    : details.getIsTemporary())
            .build();
    if (after.equals(before)) {
      return Optional.empty();
    }
    long updatedAt = Math.max(before.getUpdatedAtMs(), scope.acceptedAt());
    after.setUpdatedAtMs(updatedAt);
    after.setExpiryTimeS(
        after.getIsTemporary() == before.getIsTemporary()
            ? prolonged(scope, before)
            : scope.expiry(updatedAt, after.getIsTemporary()));
    after.setRev(before.getRev() + 1);
    return Optional.of(after);
  }

  /** Activity never shortens a life. */
  private static long prolonged(EventScope scope, HistoryThread before) {
    return Math.max(
        before.getExpiryTimeS(), scope.expiry(scope.acceptedAt(), before.getIsTemporary()));
  }
}
