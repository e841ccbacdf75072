package io.tributary.processors.inbox;

import io.tributary.avro.inbox.InboxEvent;
import io.tributary.processors.fact.Emission;
import io.tributary.schemas.key.InboxKey;
import io.tributary.schemas.key.InboxMessageKey;
import io.tributary.schemas.topic.InboxTopics;
import java.util.Set;

/**
 * The partition of one task. What happens in a public inbox comes to every partition; the one that
 * its key belongs to is its home.
 */
record Home(int partition) {

  /** True where records and counters of the inbox are made. */
  boolean speaksOf(InboxKey inbox) {
    return !inbox.isPublic()
        || InboxTopics.EVENTS.partitionOf(inbox, InboxTopics.EVENTS.partitions()) == partition;
  }

  /** True of a record that is made here. */
  boolean speaksOf(Emission<?, ?> emission) {
    return !(emission.key() instanceof InboxMessageKey key) || speaksOf(key.inbox());
  }

  /** An event that this partition appends for itself. */
  Emission<InboxKey, InboxEvent> append(InboxKey inbox, InboxEvent event) {
    return new Emission<>(InboxTopics.EVENTS, inbox, event, Set.of(partition));
  }
}
