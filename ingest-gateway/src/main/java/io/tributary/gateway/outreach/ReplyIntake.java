package io.tributary.gateway.outreach;

import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.avro.outreach.ChannelReply;
import io.tributary.avro.outreach.OutreachEvent;
import io.tributary.channels.MalformedEvent;
import io.tributary.channels.ProviderMessage;
import io.tributary.gateway.answer.Problem;
import io.tributary.gateway.answer.Reply;
import io.tributary.gateway.channel.ChannelDelivery;
import io.tributary.gateway.channel.ChannelIntake;
import io.tributary.gateway.channel.contact.Contacts;
import io.tributary.gateway.kafka.FactWriter;
import io.tributary.schemas.key.KeyPart;
import io.tributary.schemas.key.tenants.ChannelKey;
import io.tributary.schemas.topic.OutreachTopics;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Appends a fact for each reply, and for each unreadable one. Processors find its conversation, so
 * the provider gets its success in any case.
 */
record ReplyIntake(FactWriter facts, CompanySenders senders, Contacts contacts)
    implements ChannelIntake {

  private static final Logger log = LoggerFactory.getLogger(ReplyIntake.class);
  private static final Problem UNKNOWN_SENDER =
      Problem.unavailable("the contact of the sender is not known right now");

  @Override
  public CompletableFuture<Reply> take(ChannelDelivery delivery) {
    return delivery
        .request()
        .onLoop(contacts.of(delivery))
        .handle((found, failure) -> Optional.ofNullable(failure))
        .thenCompose(
            failure -> {
              failure.ifPresent(
                  cause -> log.warn("request {}: {}", delivery.request().id(), cause.toString()));
              return failure.isPresent()
                      && delivery.messages().stream().anyMatch(ReplyIntake::hides)
                  ? UNKNOWN_SENDER.completed()
                  : append(delivery);
            });
  }

  /** True of a message whose conversation is found by an id alone. */
  private static boolean hides(ProviderMessage message) {
    return message.identity().number().isEmpty() && !message.identity().ids().isEmpty();
  }

  private CompletableFuture<Reply> append(ChannelDelivery delivery) {
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
        Recipients.of(message, contacts.log()),
        reply(delivery, message.channel(), message.eventId().orElseThrow(), message.raw()));
  }

  /** Keyed by a stand-in: the sender is unknown. */
  private Function<FactEnvelope, OutreachEvent> event(
      ChannelDelivery delivery, MalformedEvent malformed) {
    return event(
        List.of(KeyPart.RECIPIENT.fitted(malformed.conversationId())),
        reply(delivery, malformed.channel(), malformed.eventId(), malformed.raw())
            .setMalformed(malformed.reason()));
  }

  private static Function<FactEnvelope, OutreachEvent> event(
      List<String> recipients, ChannelReply.Builder reply) {
    return envelope ->
        new OutreachEvent(
            envelope, recipients.get(0), reply.build(), recipients.subList(1, recipients.size()));
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
