package io.tributary.processors.inbox.event;

import io.tributary.avro.inbox.InboxEvent;
import io.tributary.avro.inbox.InboxMessage;
import io.tributary.avro.inbox.InboxReceipt;
import io.tributary.avro.inbox.Removal;
import io.tributary.avro.inbox.RemovalReason;
import io.tributary.processors.fact.OutputRecord;
import io.tributary.processors.fact.PartitionScope;
import io.tributary.processors.metrics.ProcessorsMeter;
import io.tributary.processors.store.BoundedScan;
import io.tributary.schemas.key.inbox.InboxKey;
import io.tributary.schemas.key.inbox.InboxMessageKey;
import io.tributary.schemas.topic.InboxTopics;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;

/** The changes of one event. */
final class InboxTransaction {

  private static final long MILLIS = 1000;

  private final InboxStates states;
  private final PartitionScope<InboxKey, InboxEvent> partition;
  private final InboxEvent event;
  private final InboxKey inbox;
  private final long at;
  private final BoundedScan slice;
  private final Counters counters;
  private final List<OutputRecord<?, ?>> changes = new ArrayList<>();

  InboxTransaction(
      InboxStates states,
      PartitionScope<InboxKey, InboxEvent> partition,
      InboxEvent event,
      int mostChanges) {
    this.states = states;
    this.partition = partition;
    this.event = event;
    this.inbox = EventRule.inboxOf(event);
    this.at = event.getEnvelope().getAcceptedAtMs();
    this.slice = new BoundedScan(mostChanges, event.getResumeAfter());
    this.counters = new Counters(states.stats(), states.negative());
  }

  InboxKey inbox() {
    return inbox;
  }

  /** accepted_at_ms, epoch milliseconds. */
  long at() {
    return at;
  }

  /** accepted_at_ms, epoch seconds. */
  long now() {
    return Math.floorDiv(at, MILLIS);
  }

  BoundedScan slice() {
    return slice;
  }

  /** False of an event that continues another. */
  boolean isBeginning() {
    return event.getResumeAfter() == null;
  }

  Optional<InboxMessage> message(InboxKey of, String id) {
    return states.message(of, id, at);
  }

  Optional<InboxReceipt> receipt(String id) {
    return states.receipt(inbox, id, at);
  }

  void deliver(InboxMessage message) {
    String id = InboxMessageKey.CODEC.encode(InboxMessageKey.of(message));
    message.setRev(states.messages().firstRev(id, at));
    changes.add(states.messages().change(message));
    count(inbox, message.getCategory(), 1, message.getReadatS() == null ? 0 : 1);
  }

  /** Reads the user's own message; false when it was read before. */
  boolean read(InboxMessage own) {
    if (own.getRemoval() != null || own.getReadatS() != null) {
      return false;
    }
    changes.add(
        states
            .messages()
            .change(
                InboxMessage.newBuilder(own).setReadatS(now()).setRev(own.getRev() + 1).build()));
    count(inbox, own.getCategory(), 0, 1);
    return true;
  }

  /** Reads a public message for a user; false when it was read before. */
  boolean read(InboxKey user, InboxMessage message, long readat) {
    if (message.getRemoval() != null || states.receipt(user, message.getId(), at).isPresent()) {
      return false;
    }
    InboxReceipt receipt =
        InboxReceipt.newBuilder()
            .setTenantKey(user.tenantKey())
            .setInboxKey(user.inboxKey())
            .setUid(user.uid())
            .setId(message.getId())
            .setCategory(message.getCategory())
            .setReadatS(readat)
            .setExpiredatS(message.getExpiredatS())
            .setRev(0)
            .build();
    String id = InboxStates.RECEIPTS.idOf().apply(InboxMessageKey.of(receipt));
    receipt.setRev(states.receipts().firstRev(id, at));
    changes.add(states.receipts().change(receipt));
    count(user, message.getCategory(), 0, 1);
    return true;
  }

  /** Removes a message. */
  void remove(InboxMessage message, RemovalReason reason) {
    changes.add(
        states
            .messages()
            .change(
                InboxMessage.newBuilder(message)
                    .setDetails(null)
                    .setRemoval(new Removal(reason, now()))
                    .setRev(message.getRev() + 1)
                    .build()));
    count(inbox, message.getCategory(), -1, message.getReadatS() == null ? 0 : -1);
  }

  /** Removes a receipt; false when it was removed before. */
  boolean remove(InboxReceipt receipt, RemovalReason reason) {
    if (receipt.getRemoval() != null) {
      return false;
    }
    changes.add(
        states
            .receipts()
            .change(
                InboxReceipt.newBuilder(receipt)
                    .setRemoval(new Removal(reason, now()))
                    .setRev(receipt.getRev() + 1)
                    .build()));
    count(InboxMessageKey.of(receipt).inbox(), receipt.getCategory(), 0, -1);
    return true;
  }

  /** Notes up to when the user has read everything. */
  void mark(ReadUpTo raised) {
    states.marks().put(inbox, raised);
  }

  void countDuplicate() {
    if (partition.isOwner(inbox)) {
      states.messages().countDuplicate();
    }
  }

  void countUnmatched() {
    if (partition.isOwner(inbox)) {
      states
          .meters()
          .counter(ProcessorsMeter.EXPIRIES_UNMATCHED, InboxTopics.EVENTS.name())
          .increment();
    }
  }

  /** Changes counters, and returns all records and the continuation. */
  List<OutputRecord<?, ?>> end() {
    changes.addAll(counters.changes(at));
    List<OutputRecord<?, ?>> outputRecords = new ArrayList<>();
    for (OutputRecord<?, ?> outputRecord : changes) {
      if (isOwner(outputRecord)) {
        outputRecords.add(outputRecord);
        if (isRedaction(outputRecord.value())) {
          states.repeats().add(outputRecord);
        }
      }
    }
    slice
        .rest()
        .map(rest -> InboxEvent.newBuilder(event).setResumeAfter(rest).build())
        .ifPresent(rest -> outputRecords.add(partition.outputRecord(inbox, rest)));
    return outputRecords;
  }

  private void count(InboxKey of, @Nullable String category, long published, long read) {
    if (partition.isOwner(of)) {
      counters.add(of, category, published, read);
    }
  }

  /** True of a record that this partition alone makes. */
  private boolean isOwner(OutputRecord<?, ?> outputRecord) {
    return !(outputRecord.key() instanceof InboxMessageKey key) || partition.isOwner(key.inbox());
  }

  private static boolean isRedaction(@Nullable SpecificRecordBase value) {
    Removal removal = null;
    if (value instanceof InboxMessage message) {
      removal = message.getRemoval();
    } else if (value instanceof InboxReceipt receipt) {
      removal = receipt.getRemoval();
    }
    return removal != null && removal.getReason() == RemovalReason.redacted;
  }
}
