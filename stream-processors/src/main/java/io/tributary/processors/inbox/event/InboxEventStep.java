package io.tributary.processors.inbox.event;

import io.tributary.avro.inbox.DeliveredMessage;
import io.tributary.avro.inbox.ExpiredMessage;
import io.tributary.avro.inbox.InboxEvent;
import io.tributary.avro.inbox.ReadMessage;
import io.tributary.avro.inbox.ReadUntil;
import io.tributary.avro.inbox.RedactedMessage;
import io.tributary.processors.fact.OutputRecord;
import io.tributary.processors.fact.PartitionScope;
import io.tributary.processors.store.TaskStores;
import io.tributary.processors.topology.TopologyPlan;
import io.tributary.processors.waiting.WaitingStep;
import io.tributary.schemas.key.inbox.InboxKey;
import io.tributary.schemas.key.inbox.InboxPublishKey;
import io.tributary.schemas.topic.InboxTopics;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Folds the events of inboxes, in the order of their log, into messages, receipts and counters. */
final class InboxEventStep implements WaitingStep<InboxEvent> {

  /** Resume key behind all ids, for an event without remaining changes. */
  private static final String BEHIND_ALL = "~";

  private final InboxStates states;
  private final InboxLimits limits;
  private final PartitionScope<InboxKey, InboxEvent> partition;
  private final InboxSweep sweep;

  InboxEventStep(TopologyPlan plan, TaskStores stores, InboxLimits limits) {
    this.states = InboxStates.of(plan, stores, limits);
    this.limits = limits;
    this.partition =
        new PartitionScope<>(
            InboxTopics.EVENTS, stores.partition(), plan.partitions(InboxTopics.EVENTS));
    this.sweep = new InboxSweep(states, partition);
  }

  @Override
  public void check(InboxEvent event) {
    EventRule.check(event);
    InboxKey inbox = EventRule.inboxOf(event);
    if (!inbox.isPublic()) {
      partition.requireOwner(inbox);
    }
  }

  @Override
  public Optional<String> waitsFor(InboxEvent event) {
    if (!(event.getEvent() instanceof ReadMessage read)) {
      return Optional.empty();
    }
    InboxKey inbox = EventRule.inboxOf(event);
    long at = event.getEnvelope().getAcceptedAtMs();
    boolean isKnown =
        states.message(inbox, read.getId(), at).isPresent()
            || states.message(inbox.everyone(), read.getId(), at).isPresent();
    return isKnown ? Optional.empty() : Optional.of(awaited(event, read.getId()));
  }

  @Override
  public Optional<String> satisfies(InboxEvent event) {
    return brought(event).filter(id -> !EventRule.inboxOf(event).isPublic());
  }

  @Override
  public Optional<String> satisfiesAnyKey(InboxEvent event) {
    return brought(event).filter(id -> EventRule.inboxOf(event).isPublic());
  }

  @Override
  public InboxEvent continuation(InboxEvent event) {
    return InboxEvent.newBuilder(event).setResumeAfter(BEHIND_ALL).build();
  }

  @Override
  public List<OutputRecord<?, ?>> apply(InboxEvent event) {
    InboxTransaction work = new InboxTransaction(states, partition, event, limits.slice());
    Object what = event.getEvent();
    if (EventRule.isOfGateway(event)) {
      states.observeTime(work.at());
    }
    if (what instanceof DeliveredMessage message) {
      DeliveryEvents.apply(work, states.marks(), message);
    } else if (what instanceof ReadMessage read) {
      ReadEvents.apply(work, read);
    } else if (what instanceof ReadUntil read) {
      ReadEvents.apply(work, states, read);
    } else if (what instanceof RedactedMessage redacted) {
      RemovalEvents.apply(work, states.receipts(), redacted);
    } else if (what instanceof ExpiredMessage expired) {
      RemovalEvents.apply(work, expired);
    }
    return work.end();
  }

  @Override
  public List<OutputRecord<?, ?>> onTimer(long wallClock) {
    List<OutputRecord<?, ?>> due = new ArrayList<>(states.repeats().due(wallClock));
    due.addAll(sweep.onTimer(wallClock));
    return due;
  }

  private static Optional<String> brought(InboxEvent event) {
    return event.getEvent() instanceof DeliveredMessage message
        ? Optional.of(awaited(event, message.getId()))
        : Optional.empty();
  }

  /** Target of the reads of a message, in any inbox. */
  static String awaited(InboxEvent event, String id) {
    return new InboxPublishKey(event.getTenantKey(), event.getInboxKey(), id).text();
  }
}
