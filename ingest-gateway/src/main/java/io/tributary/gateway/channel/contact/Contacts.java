package io.tributary.gateway.channel.contact;

import io.tributary.avro.channels.ContactIdentifier;
import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.channels.ProviderMessage;
import io.tributary.gateway.channel.ChannelDelivery;
import io.tributary.gateway.channel.contact.ContactBook.Claim;
import io.tributary.gateway.kafka.FactWriter;
import io.tributary.gateway.kafka.OutgoingRecord;
import io.tributary.gateway.kafka.PublishResult;
import io.tributary.schemas.key.tenants.ChannelKey;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Finds the contacts of messages, and learns their numbers and ids while both come. A new
 * identifier is in the log, and read again from there, before a fact relies on it: so all gateways
 * find the same contact, also while processors are late.
 *
 * @param owner tenant of a channel
 */
public record Contacts(
    ContactLog log, FactWriter facts, Function<ChannelKey, Optional<String>> owner) {

  /** Each repeat means that another gateway was faster. */
  private static final int MOST_ATTEMPTS = 5;

  private record Found(List<Optional<Contact>> contacts, List<Claim> claims) {}

  /** The contact of each message, if it has one; fails while it is not known. */
  public CompletableFuture<List<Optional<Contact>>> of(ChannelDelivery delivery) {
    Found found = find(delivery);
    return found.claims().isEmpty()
        ? CompletableFuture.completedFuture(found.contacts())
        : catchUp(delivery).thenCompose(done -> learn(delivery, MOST_ATTEMPTS));
  }

  /** Reads the log to its end; later steps are no work of the reader's thread. */
  private CompletableFuture<Void> catchUp(ChannelDelivery delivery) {
    return delivery.request().onLoop(log.catchUp());
  }

  private Found find(ChannelDelivery delivery) {
    ContactDraft draft = log.draft();
    delivery.moves().forEach(draft::move);
    List<Optional<Contact>> contacts =
        delivery.messages().stream().map(message -> contact(draft, message)).toList();
    return new Found(contacts, draft.claims());
  }

  private static Optional<Contact> contact(ContactDraft draft, ProviderMessage message) {
    return draft.contact(message.channel(), message.identity());
  }

  private CompletableFuture<List<Optional<Contact>>> learn(ChannelDelivery delivery, int attempts) {
    Found found = find(delivery);
    if (found.claims().isEmpty()) {
      return CompletableFuture.completedFuture(found.contacts());
    }
    if (attempts == 0) {
      return CompletableFuture.failedFuture(
          new IllegalStateException("other gateways keep changing its contacts"));
    }
    return facts
        .publisher()
        .publish(
            found.claims().stream().map(claim -> record(delivery, claim)).toList(),
            delivery.request().deadline())
        .thenCompose(
            result ->
                result instanceof PublishResult.Unconfirmed unconfirmed
                    ? CompletableFuture.failedFuture(
                        new IllegalStateException(unconfirmed.reason()))
                    : catchUp(delivery))
        .thenCompose(done -> learn(delivery, attempts - 1));
  }

  private OutgoingRecord<String, ContactIdentifier> record(ChannelDelivery delivery, Claim claim) {
    FactEnvelope envelope = facts.envelope(delivery.request());
    ContactIdentifier fact =
        ContactIdentifier.newBuilder()
            .setEnvelope(envelope)
            .setChannelType(claim.channel().type())
            .setChannelId(claim.channel().id())
            .setIdentifier(claim.identifier())
            .setContact(claim.contact())
            .setMoved(claim.moved())
            .setTenantId(owner.apply(claim.channel()).orElse(null))
            .setConversations(claim.conversations().orElse(null))
            .build();
    return facts.record(delivery.request(), log.topic(), claim.channel().text(), envelope, fact);
  }
}
