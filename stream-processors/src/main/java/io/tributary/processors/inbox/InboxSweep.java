package io.tributary.processors.inbox;

import io.tributary.avro.inbox.ExpiredMessage;
import io.tributary.avro.inbox.InboxEvent;
import io.tributary.avro.inbox.Removal;
import io.tributary.processors.fact.Emission;
import io.tributary.processors.fact.OwnEnvelope;
import io.tributary.schemas.key.InboxKey;
import io.tributary.schemas.key.InboxMessageKey;
import io.tributary.schemas.topic.InboxTopics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds what has long been over and is still counted, because nobody saw it go from the table. It
 * decides nothing: it appends expiries to the log.
 */
final class InboxSweep {

  /** Expiries that may be under way at a time; there are more as these arrive. */
  private static final int MOST_UNDER_WAY = 10_000;

  private final InboxStates states;
  private final Home home;
  private final Duration grace;

  /** What has been appended and has not come yet; after a restart it is appended again. */
  private final Set<InboxMessageKey> underWay = new HashSet<>();

  InboxSweep(InboxStates states, Home home, Duration grace) {
    this.states = states;
    this.home = home;
    this.grace = grace;
  }

  /** Expiries of what a slice of the stores shows. */
  List<Emission<?, ?>> due(long wallClock) {
    List<Emission<?, ?>> due = new ArrayList<>();
    states
        .messages()
        .review(
            wallClock,
            (message, now) ->
                isOver(message.getRemoval(), message.getExpiredatS(), now)
                    && expire(InboxMessageKey.of(message), wallClock, due));
    states
        .receipts()
        .review(
            wallClock,
            (receipt, now) ->
                isOver(receipt.getRemoval(), receipt.getExpiredatS(), now)
                    && expire(InboxMessageKey.of(receipt), wallClock, due));
    return due;
  }

  /** An expiry has come. */
  void done(InboxKey inbox, String id) {
    underWay.remove(new InboxMessageKey(inbox, id));
  }

  private boolean isOver(@Nullable Removal removal, long expiredat, long now) {
    return removal == null && Duration.ofSeconds(expiredat).plus(grace).toMillis() < now;
  }

  private boolean expire(InboxMessageKey key, long wallClock, List<Emission<?, ?>> due) {
    InboxKey inbox = key.inbox();
    if (!home.speaksOf(inbox) || underWay.size() >= MOST_UNDER_WAY || !underWay.add(key)) {
      return false;
    }
    String name = "expiry " + InboxMessageKey.codec().encode(key);
    InboxEvent event =
        InboxEvent.newBuilder()
            .setEnvelope(OwnEnvelope.of(name, name, wallClock))
            .setTenantKey(inbox.tenantKey())
            .setInboxKey(inbox.inboxKey())
            .setUid(inbox.uid())
            .setEvent(new ExpiredMessage(key.id()))
            .build();
    due.add(
        inbox.isPublic()
            ? Emission.everywhere(InboxTopics.EVENTS, inbox, event)
            : home.append(inbox, event));
    return true;
  }
}
