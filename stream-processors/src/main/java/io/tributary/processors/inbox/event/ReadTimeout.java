package io.tributary.processors.inbox.event;

import io.tributary.avro.envelope.ClockTick;
import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.avro.envelope.WaitingFact;
import io.tributary.avro.inbox.InboxEvent;
import io.tributary.avro.inbox.InboxPublish;
import io.tributary.avro.inbox.MissedMessage;
import io.tributary.avro.inbox.PassingTick;
import io.tributary.avro.inbox.ReadMessage;
import io.tributary.processors.fact.FactSource;
import io.tributary.processors.fact.OutputRecord;
import io.tributary.processors.waiting.WaitTimeout;
import io.tributary.schemas.key.inbox.InboxPublishKey;
import io.tributary.schemas.topic.InboxTopics;

/**
 * Timeout of reads. A read's message comes by another log, perhaps long after later events of the
 * inbox. So a tick goes through that log first, and only a message behind it is missed.
 */
final class ReadTimeout implements WaitTimeout<InboxEvent> {

  @Override
  public boolean isEnd(InboxEvent later, String awaited) {
    return later.getEvent() instanceof ClockTick
        || (later.getEvent() instanceof MissedMessage missed
            && InboxEventStep.awaited(later, missed.getId()).equals(awaited));
  }

  @Override
  public String scopeOf(WaitingFact waiting) {
    return waiting.getKey() + ' ' + waiting.getAwaited();
  }

  @Override
  public <K> OutputRecord<?, ?> tick(
      FactSource<K, InboxEvent> source, InboxEvent waiting, FactEnvelope now, int partition) {
    InboxPublish tick =
        InboxPublish.newBuilder()
            .setEnvelope(now)
            .setTenantKey(waiting.getTenantKey())
            .setInboxKey(waiting.getInboxKey())
            .setId(((ReadMessage) waiting.getEvent()).getId())
            .setEvent(new PassingTick(waiting.getUid(), partition))
            .build();
    InboxPublishKey key =
        new InboxPublishKey(tick.getTenantKey(), tick.getInboxKey(), tick.getId());
    return new OutputRecord<>(InboxTopics.PUBLISHES, key, tick);
  }
}
