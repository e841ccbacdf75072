package io.tributary.processors.inbox.event;

import io.tributary.avro.inbox.ExpiredMessage;
import io.tributary.avro.inbox.InboxEvent;
import io.tributary.processors.fact.OutputRecord;
import io.tributary.processors.fact.PartitionScope;
import io.tributary.runtime.version.ServiceEnvelope;
import io.tributary.schemas.key.inbox.InboxKey;
import io.tributary.schemas.key.inbox.InboxMessageKey;
import io.tributary.schemas.topic.InboxTopics;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds messages and receipts that have long expired and are still counted, because their removal
 * from the table was not seen. It appends expiries to the log, which decides.
 */
record InboxSweep(InboxStates states, PartitionScope<InboxKey, InboxEvent> partition) {

  /** Due expiries, and tombstones of states that were removed long ago. */
  List<OutputRecord<?, ?>> onTimer(long wallClock) {
    List<OutputRecord<?, ?>> expiries = new ArrayList<>();
    List<OutputRecord<?, ?>> due = new ArrayList<>();
    states
        .messages()
        .evictExpired(
            wallClock,
            message -> expire(InboxMessageKey.of(message), wallClock).ifPresent(expiries::add))
        .stream()
        .filter(outputRecord -> partition.isOwner(outputRecord.key().inbox()))
        .forEach(due::add);
    due.addAll(
        states
            .receipts()
            .evictExpired(
                wallClock,
                receipt ->
                    expire(InboxMessageKey.of(receipt), wallClock).ifPresent(expiries::add)));
    due.addAll(expiries);
    states.messages().oldestKept(wallClock).ifPresent(states.marks()::forget);
    return due;
  }

  private Optional<OutputRecord<?, ?>> expire(InboxMessageKey key, long wallClock) {
    InboxKey inbox = key.inbox();
    if (!partition.isOwner(inbox)) {
      return Optional.empty();
    }
    String name = "expiry " + InboxMessageKey.CODEC.encode(key);
    InboxEvent event =
        InboxEvent.newBuilder()
            .setEnvelope(ServiceEnvelope.PROCESSORS.of(name, name, wallClock))
            .setTenantKey(inbox.tenantKey())
            .setInboxKey(inbox.inboxKey())
            .setUid(inbox.uid())
            .setEvent(new ExpiredMessage(key.id()))
            .build();
    return Optional.of(
        inbox.isPublic()
            ? OutputRecord.everywhere(InboxTopics.EVENTS, inbox, event)
            : partition.outputRecord(inbox, event));
  }
}
