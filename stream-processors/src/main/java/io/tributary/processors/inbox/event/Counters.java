package io.tributary.processors.inbox.event;

import io.micrometer.core.instrument.Counter;
import io.tributary.avro.inbox.InboxStats;
import io.tributary.processors.fact.OutputRecord;
import io.tributary.processors.state.SeenMessages;
import io.tributary.processors.state.TtlStateStore;
import io.tributary.processors.store.ExpiryIndex;
import io.tributary.schemas.key.inbox.InboxKey;
import io.tributary.schemas.key.inbox.InboxStatsKey;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes of counters by one event: each counter changes once. A counter that is 0 for 30 days is
 * evicted here; its record and its item stay.
 */
final class Counters {

  private static final Logger log = LoggerFactory.getLogger(Counters.class);

  private final TtlStateStore<InboxStatsKey, InboxStats> stats;
  private final Counter negative;
  private final Map<InboxStatsKey, Delta> deltas = new LinkedHashMap<>();

  Counters(TtlStateStore<InboxStatsKey, InboxStats> stats, Counter negative) {
    this.stats = stats;
    this.negative = negative;
  }

  private record Delta(long published, long read) {

    Delta plus(Delta other) {
      return new Delta(published + other.published, read + other.read);
    }

    boolean isNothing() {
      return published == 0 && read == 0;
    }
  }

  /** Adds to the counter of all messages and, if there is one, to that of the category. */
  void add(InboxKey inbox, @Nullable String category, long published, long read) {
    Delta delta = new Delta(published, read);
    deltas.merge(new InboxStatsKey(inbox, Optional.empty()), delta, Delta::plus);
    if (category != null) {
      deltas.merge(new InboxStatsKey(inbox, Optional.of(category)), delta, Delta::plus);
    }
  }

  /** Changes them, at a moment in epoch milliseconds. */
  List<OutputRecord<?, ?>> changes(long at) {
    return deltas.entrySet().stream()
        .filter(entry -> !entry.getValue().isNothing())
        .<OutputRecord<?, ?>>map(entry -> change(entry.getKey(), entry.getValue(), at))
        .toList();
  }

  private OutputRecord<?, ?> change(InboxStatsKey key, Delta delta, long at) {
    InboxStats counted = counted(key, delta, at);
    boolean isZero =
        counted.getPublished() == 0 && Objects.requireNonNullElse(counted.getRead(), 0L) == 0;
    return stats.change(counted, isZero ? SeenMessages.forgottenAt(at) : ExpiryIndex.NEVER);
  }

  private InboxStats counted(InboxStatsKey key, Delta delta, long at) {
    String id = InboxStatsKey.CODEC.encode(key);
    Optional<InboxStats> before = stats.find(id, at);
    InboxKey inbox = key.inbox();
    long published = before.map(InboxStats::getPublished).orElse(0L) + delta.published();
    long read = before.map(InboxStats::getRead).orElse(0L) + delta.read();
    if (published < 0 || read < 0) {
      log.error("counter below zero: {} has published {} and read {}", id, published, read);
      negative.increment();
    }
    return InboxStats.newBuilder()
        .setTenantKey(inbox.tenantKey())
        .setInboxKey(inbox.inboxKey())
        .setUid(inbox.uid())
        .setCategory(key.category().orElse(null))
        .setPublished(published)
        .setRead(inbox.isPublic() ? null : Long.valueOf(read))
        .setRev(before.map(state -> state.getRev() + 1).orElseGet(() -> stats.firstRev(id, at)))
        .build();
  }
}
