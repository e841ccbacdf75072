package io.tributary.gateway.outreach;

import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.avro.outreach.ChannelReply;
import io.tributary.avro.outreach.OutreachEvent;
import io.tributary.channels.MalformedEvent;
import io.tributary.channels.ProviderMessage;
import io.tributary.gateway.answer.Reply;
import io.tributary.gateway.channel.ChannelDelivery;
import io.tributary.gateway.channel.ChannelIntake;
import io.tributary.gateway.kafka.FactWriter;
import io.tributary.schemas.key.KeyPart;
import io.tributary.schemas.key.PhoneNumber;
import io.tributary.schemas.key.tenants.ChannelKey;
import io.tributary.schemas.topic.OutreachTopics;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Appends a fact for each reply, and for each unreadable one. Processors find its conversation, so
 * the provider gets its success in any case.
 */
record ReplyIntake(FactWriter facts, CompanySenders senders) implements ChannelIntake {

  @Override
  public CompletableFuture<Reply> take(ChannelDelivery delivery) {
    return delivery.append(
        facts,
        OutreachTopics.EVENTS,
        OutreachEvent::getRecipient,
        Stream.concat(
            delivery.messages().stream().map(message -> event(delivery, message)),
            delivery.malformed().stream().map(malformed -> event(delivery, malformed))));
  }

  private Function<FactEnvelope, OutreachEvent> event(
      ChannelDelivery delivery, ProviderMessage message) {
    return event(
        message.senderId(),
        reply(delivery, message.channel(), message.eventId().orElseThrow(), message.raw()));
  }

  /** Keyed by a stand-in: the sender is unknown. */
  private Function<FactEnvelope, OutreachEvent> event(
      ChannelDelivery delivery, MalformedEvent malformed) {
    return event(
        malformed.conversationId(),
        reply(delivery, malformed.channel(), malformed.eventId(), malformed.raw())
            .setMalformed(malformed.reason()));
  }

  private static Function<FactEnvelope, OutreachEvent> event(
      String recipient, ChannelReply.Builder reply) {
    return envelope ->
        new OutreachEvent(
            envelope, PhoneNumber.single(KeyPart.RECIPIENT.fitted(recipient)), reply.build(), 0);
  }

  private ChannelReply.Builder reply(
      ChannelDelivery delivery, ChannelKey channel, String eventId, ByteBuffer raw) {
    return ChannelReply.newBuilder()
        .setProvider(delivery.provider())
        .setAccount(delivery.account())
        .setChannelType(channel.type())
        .setChannelId(channel.id())
        .setCompanyId(senders.companyOf(delivery.provider(), delivery.account(), channel.id()))
        .setEventId(eventId)
        .setRaw(raw);
  }
}
