package io.tributary.gateway.tenants;

import io.tributary.avro.tenants.Admission;
import io.tributary.avro.tenants.ChannelEvent;
import io.tributary.channels.MalformedEvent;
import io.tributary.channels.ProviderMessage;
import io.tributary.channels.event.ProviderIds;
import io.tributary.gateway.answer.Problem;
import io.tributary.gateway.answer.Reply;
import io.tributary.gateway.channel.ChannelDelivery;
import io.tributary.gateway.channel.ChannelIntake;
import io.tributary.gateway.channel.contact.Contact;
import io.tributary.gateway.channel.contact.Contacts;
import io.tributary.gateway.kafka.FactWriter;
import io.tributary.gateway.tenants.ChannelAdmission.Ruling;
import io.tributary.schemas.key.tenants.ChannelConversationKey;
import io.tributary.schemas.key.tenants.TenantKey;
import io.tributary.schemas.topic.TenantsTopics;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Appends a fact for each message with its tenant, and for each unreadable one. The provider gets
 * its success in any case.
 */
record MessageIntake(FactWriter facts, ChannelAdmission admission, Contacts contacts)
    implements ChannelIntake {

  private static final Logger log = LoggerFactory.getLogger(MessageIntake.class);
  private static final Problem UNKNOWN_OWNER =
      Problem.unavailable("the tenant of the channel is not known right now");

  @Override
  public CompletableFuture<Reply> take(ChannelDelivery delivery) {
    return delivery
        .request()
        .onLoop(
            contacts
                .of(delivery)
                .thenCompose(
                    found ->
                        admission
                            .decide(delivery.messages())
                            .thenApply(rulings -> new Decided(found, rulings))))
        .thenApply(Optional::of)
        .exceptionally(failure -> unknown(delivery, failure))
        .thenCompose(
            decided ->
                decided
                    .map(found -> append(delivery, found))
                    .orElseGet(() -> UNKNOWN_OWNER.completed()));
  }

  /** Contact and ruling of each message. */
  private record Decided(List<Optional<Contact>> contacts, List<Ruling> rulings) {}

  private CompletableFuture<Reply> append(ChannelDelivery delivery, Decided decided) {
    return delivery.append(
        facts,
        TenantsTopics.WEBHOOKS,
        ChannelConversationKey::of,
        events(delivery, decided).map(event -> envelope -> event.setEnvelope(envelope).build()));
  }

  private static Optional<Decided> unknown(ChannelDelivery delivery, Throwable failure) {
    log.warn(
        "request {}: the tenant of the channel is not known: {}",
        delivery.request().id(),
        failure.toString());
    return Optional.empty();
  }

  private static Stream<ChannelEvent.Builder> events(ChannelDelivery delivery, Decided decided) {
    return Stream.concat(
            IntStream.range(0, delivery.messages().size())
                .mapToObj(
                    i ->
                        event(
                            delivery.messages().get(i),
                            decided.contacts().get(i),
                            decided.rulings().get(i))),
            delivery.malformed().stream().map(MessageIntake::event))
        .map(event -> event.setProvider(delivery.provider()).setAccount(delivery.account()));
  }

  /**
   * The fact of a message. Messages of a number keep their order and are recognized by the number,
   * also after its contact is learned; those with an id by its first contact.
   */
  private static ChannelEvent.Builder event(
      ProviderMessage message, Optional<Contact> contact, Ruling ruling) {
    String own = conversation(message, contact.map(Contact::name));
    String log =
        message.identity().ids().isEmpty()
            ? message.conversationId()
            : conversation(message, contact.map(Contact::home));
    return ChannelEvent.newBuilder()
        .setChannelType(message.channel().type())
        .setChannelId(message.channel().id())
        .setConversationId(log)
        .setContactConversationId(own.equals(log) ? null : own)
        .setEventId(message.eventId().orElseThrow())
        .setTenantId(ruling.tenant().map(TenantKey::tenantId).orElse(null))
        .setAdmission(ruling.admission())
        .setRaw(message.raw());
  }

  private static String conversation(ProviderMessage message, Optional<String> contact) {
    return contact
        .flatMap(
            name ->
                message
                    .identity()
                    .ownConversations()
                    .map(prefix -> ProviderIds.conversation(prefix, name)))
        .orElse(message.conversationId());
  }

  private static ChannelEvent.Builder event(MalformedEvent malformed) {
    return ChannelEvent.newBuilder()
        .setChannelType(malformed.channel().type())
        .setChannelId(malformed.channel().id())
        .setConversationId(malformed.conversationId())
        .setEventId(malformed.eventId())
        .setAdmission(Admission.MALFORMED)
        .setMalformed(malformed.reason())
        .setRaw(malformed.raw());
  }
}
