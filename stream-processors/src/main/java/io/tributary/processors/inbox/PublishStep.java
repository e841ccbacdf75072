package io.tributary.processors.inbox;

import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.avro.inbox.AudienceKind;
import io.tributary.avro.inbox.DeliveredMessage;
import io.tributary.avro.inbox.InboxAudience;
import io.tributary.avro.inbox.InboxEvent;
import io.tributary.avro.inbox.InboxPublish;
import io.tributary.avro.inbox.MissedMessage;
import io.tributary.avro.inbox.PassingTick;
import io.tributary.avro.inbox.Publication;
import io.tributary.avro.inbox.RedactedMessage;
import io.tributary.processors.fact.FactRefusedException;
import io.tributary.processors.fact.FactStep;
import io.tributary.processors.fact.OutputRecord;
import io.tributary.processors.fact.SameFields;
import io.tributary.processors.inbox.event.ForwardedEvent;
import io.tributary.processors.state.StateDescriptor;
import io.tributary.processors.state.TtlStateStore;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.schemas.key.inbox.InboxKey;
import io.tributary.schemas.key.inbox.InboxPublishKey;
import io.tributary.schemas.topic.InboxTopics;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * Sends each message to the inboxes of all its recipients, or to the public one, once; and redacts
 * it for all of them. All records of a fact are one transaction.
 */
public final class PublishStep implements FactStep<InboxPublish> {

  /** DynamoDB may leave expired items for so long, and until then they can be redacted. */
  private static final long LINGERING_SECONDS = Duration.ofDays(3).toSeconds();

  /** Recipients of a message, as long as a table may hold it. */
  static final StateDescriptor<String, InboxAudience> AUDIENCES =
      StateDescriptor.privateState(
          "inbox.audiences",
          InboxAudience.class,
          audience ->
              new InboxPublishKey(audience.getTenantKey(), audience.getInboxKey(), audience.getId())
                  .text(),
          audience -> audience.getExpiredatS() + LINGERING_SECONDS);

  private static final SameFields OF_PUBLISH =
      SameFields.of(InboxPublish.getClassSchema(), InboxAudience.getClassSchema());
  private static final SameFields AUDIENCE =
      SameFields.of(Publication.getClassSchema(), InboxAudience.getClassSchema());
  private static final SameFields DELIVERED =
      SameFields.of(Publication.getClassSchema(), DeliveredMessage.getClassSchema());

  private final TtlStateStore<String, InboxAudience> audiences;
  private final int partitions;

  /**
   * A step.
   *
   * @param partitions of the topic of events
   */
  PublishStep(TtlStateStore<String, InboxAudience> audiences, int partitions) {
    this.audiences = audiences;
    this.partitions = partitions;
  }

  public static InboxPublishKey keyOf(InboxPublish publish) {
    return new InboxPublishKey(publish.getTenantKey(), publish.getInboxKey(), publish.getId());
  }

  @Override
  public void check(InboxPublish publish) {
    if (publish.getEvent() instanceof Publication publication) {
      PublicationRule.check(publish.getEnvelope(), publication);
    } else if (publish.getEvent() instanceof PassingTick tick) {
      FactRefusedException.requireWithin("partition", tick.getPartition(), 0, partitions - 1);
    }
  }

  @Override
  public List<OutputRecord<?, ?>> apply(InboxPublish publish) {
    if (publish.getEvent() instanceof PassingTick tick) {
      return List.of(forwarded(publish, tick));
    }
    FactEnvelope envelope = publish.getEnvelope();
    audiences.observeTime(envelope.getAcceptedAtMs());
    Optional<InboxAudience> sent =
        audiences.find(keyOf(publish).text(), envelope.getAcceptedAtMs());
    if (publish.getEvent() instanceof Publication publication) {
      return sent.isPresent() ? duplicate() : deliver(publish, publication);
    }
    InboxAudience audience =
        sent.orElseThrow(
            () ->
                new FactRefusedException(
                    FailureCode.MESSAGE_NOT_FOUND, "no message of this id was sent"));
    return audience.getRedacted() ? duplicate() : redact(envelope, audience);
  }

  private List<OutputRecord<?, ?>> duplicate() {
    audiences.countDuplicate(InboxTopics.EVENTS);
    return List.of();
  }

  private List<OutputRecord<?, ?>> deliver(InboxPublish publish, Publication publication) {
    InboxAudience audience =
        AUDIENCE.copy(publication, OF_PUBLISH.copy(publish, new InboxAudience()));
    DeliveredMessage delivered = DELIVERED.copy(publication, new DeliveredMessage());
    delivered.setId(publish.getId());
    audiences.put(audience);
    return toAll(audience, publish.getEnvelope(), delivered);
  }

  private List<OutputRecord<?, ?>> redact(FactEnvelope envelope, InboxAudience audience) {
    audiences.put(InboxAudience.newBuilder(audience).setRedacted(true).build());
    return toAll(audience, envelope, new RedactedMessage(audience.getId()));
  }

  /** A tick behind the message's own events, for the partition where a read of it waits. */
  public static OutputRecord<InboxKey, InboxEvent> forwarded(
      InboxPublish publish, PassingTick tick) {
    InboxKey inbox = new InboxKey(publish.getTenantKey(), tick.getUid(), publish.getInboxKey());
    InboxEvent missed =
        ForwardedEvent.event(inbox, publish.getEnvelope(), new MissedMessage(publish.getId()));
    return new OutputRecord<>(InboxTopics.EVENTS, inbox, missed, Set.of(tick.getPartition()));
  }

  private static List<OutputRecord<?, ?>> toAll(
      InboxAudience audience, FactEnvelope envelope, SpecificRecordBase what) {
    Stream<String> uids =
        audience.getAudience() == AudienceKind.everyone
            ? Stream.of(InboxKey.EVERYONE)
            : audience.getUids().stream();
    return uids.map(uid -> new InboxKey(audience.getTenantKey(), uid, audience.getInboxKey()))
        .<OutputRecord<?, ?>>map(inbox -> ForwardedEvent.to(inbox, envelope, what))
        .toList();
  }
}
