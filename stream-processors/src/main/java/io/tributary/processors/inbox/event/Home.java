package io.tributary.processors.inbox.event;

import io.tributary.avro.inbox.InboxEvent;
import io.tributary.processors.fact.Emission;
import io.tributary.processors.fact.PartitionScope;
import io.tributary.schemas.key.InboxKey;
import io.tributary.schemas.key.InboxMessageKey;
import io.tributary.schemas.topic.InboxTopics;
import java.util.Set;

/**
 * The partition of one task, among so many. The one that an inbox's key belongs to is its home;
 * what happens in a public inbox comes to every partition.
 */
record Home(int partition, int partitions) {

  /** True where records and counters of the inbox are made. */
  boolean isOwner(InboxKey inbox) {
    return here().isHomeOf(inbox);
  }

  /** Refuses what happens in a user's inbox elsewhere: there nothing of that inbox is known. */
  void check(InboxKey inbox) {
    if (!inbox.isPublic()) {
      here().requireHomeOf(inbox);
    }
  }

  /** True of a record that is made here. */
  boolean isOwner(Emission<?, ?> emission) {
    return !(emission.key() instanceof InboxMessageKey key) || isOwner(key.inbox());
  }

  /** An event that this partition appends for itself. */
  Emission<InboxKey, InboxEvent> append(InboxKey inbox, InboxEvent event) {
    return new Emission<>(InboxTopics.EVENTS, inbox, event, Set.of(partition));
  }

  private PartitionScope<InboxKey> here() {
    return new PartitionScope<>(InboxTopics.EVENTS, partition, partitions);
  }
}
