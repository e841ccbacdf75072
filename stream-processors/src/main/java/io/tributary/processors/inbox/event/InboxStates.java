package io.tributary.processors.inbox.event;

import io.micrometer.core.instrument.Counter;
import io.tributary.avro.inbox.InboxMessage;
import io.tributary.avro.inbox.InboxReceipt;
import io.tributary.avro.inbox.InboxStats;
import io.tributary.avro.inbox.Removal;
import io.tributary.processors.metrics.ProcessorsMeter;
import io.tributary.processors.state.DelayedRewrites;
import io.tributary.processors.state.StateDescriptor;
import io.tributary.processors.state.TtlStateStore;
import io.tributary.processors.store.ExpiryIndex;
import io.tributary.processors.store.TaskStores;
import io.tributary.processors.topology.TopologyPlan;
import io.tributary.runtime.metrics.Meters;
import io.tributary.schemas.key.inbox.InboxKey;
import io.tributary.schemas.key.inbox.InboxMessageKey;
import io.tributary.schemas.key.inbox.InboxStatsKey;
import io.tributary.schemas.topic.InboxTopics;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * States of the inboxes of one partition. Every partition knows all public messages, for their
 * readers; records of them come from their own partition alone.
 *
 * @param repeats second writes of removals
 * @param negative counts counters below zero
 */
record InboxStates(
    TtlStateStore<InboxMessageKey, InboxMessage> messages,
    TtlStateStore<InboxMessageKey, InboxReceipt> receipts,
    TtlStateStore<InboxStatsKey, InboxStats> stats,
    ReadUpToStore marks,
    DelayedRewrites repeats,
    Counter negative,
    Meters meters) {

  static final String REPEATS = "inbox.repeats-state";

  /** States of messages while they live, and a day after their removal. */
  static final StateDescriptor<InboxMessageKey, InboxMessage> MESSAGES =
      new StateDescriptor<>(
          InboxTopics.MESSAGES,
          InboxMessageKey::of,
          InboxMessageKey.CODEC::encode,
          message -> endOf(message.getRemoval(), message.getExpiredatS()),
          InboxMessage::getRev);

  /** States of receipts, sorted by public message. */
  static final StateDescriptor<InboxMessageKey, InboxReceipt> RECEIPTS =
      new StateDescriptor<>(
          InboxTopics.RECEIPTS,
          InboxMessageKey::of,
          key -> receiptsOf(key) + key.inbox().uid(),
          receipt -> endOf(receipt.getRemoval(), receipt.getExpiredatS()),
          InboxReceipt::getRev);

  static final StateDescriptor<InboxStatsKey, InboxStats> STATS =
      new StateDescriptor<>(
          InboxTopics.STATS,
          InboxStatsKey::of,
          InboxStatsKey.CODEC::encode,
          stats -> ExpiryIndex.NEVER,
          InboxStats::getRev);

  private static final long MEMORY_SECONDS = Duration.ofDays(1).toSeconds();

  static InboxStates of(TopologyPlan plan, TaskStores stores, InboxLimits limits) {
    long grace = limits.sweepGrace().toSeconds() - MEMORY_SECONDS;
    TtlStateStore<InboxMessageKey, InboxMessage> messages =
        plan.states(MESSAGES.overdue(message -> message.getExpiredatS() + grace), stores);
    TtlStateStore<InboxMessageKey, InboxReceipt> receipts =
        plan.states(RECEIPTS.overdue(receipt -> receipt.getExpiredatS() + grace), stores);
    return new InboxStates(
        messages,
        receipts,
        plan.states(STATS, stores).evictingBy(stores),
        new ReadUpToStore(stores),
        new DelayedRewrites(
            REPEATS, stores, plan.stateFormat(), limits.repeatAfter(), messages, receipts),
        plan.meters().counter(ProcessorsMeter.NEGATIVE_COUNTERS, InboxTopics.STATS.name()),
        plan.meters());
  }

  /** Notes a gateway's time; states that ended before it may be evicted. */
  void observeTime(long at) {
    messages.observeTime(at);
    receipts.observeTime(at);
    stats.observeTime(at);
  }

  /** A message, or one that was removed not long ago. */
  Optional<InboxMessage> message(InboxKey inbox, String id, long at) {
    return messages.find(InboxMessageKey.CODEC.encode(new InboxMessageKey(inbox, id)), at);
  }

  /** A receipt, or one that was removed not long ago. */
  Optional<InboxReceipt> receipt(InboxKey user, String id, long at) {
    return receipts.find(RECEIPTS.idOf().apply(new InboxMessageKey(user, id)), at);
  }

  /** Prefix of the ids of an inbox's messages. */
  static String messagesOf(InboxKey inbox) {
    return inbox.pk() + "#m#";
  }

  /** Prefix of the ids of a public message's receipts. */
  static String receiptsOf(InboxMessageKey key) {
    return InboxMessageKey.CODEC.encode(new InboxMessageKey(key.inbox().everyone(), key.id()))
        + '#';
  }

  private static long endOf(@Nullable Removal removal, long expiredat) {
    return removal == null
        ? Long.MAX_VALUE
        : Math.max(expiredat, removal.getAtS()) + MEMORY_SECONDS;
  }
}
