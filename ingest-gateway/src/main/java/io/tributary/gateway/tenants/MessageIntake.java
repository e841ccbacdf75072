package io.tributary.gateway.tenants;

import io.tributary.avro.tenants.Admission;
import io.tributary.avro.tenants.ChannelEvent;
import io.tributary.channels.MalformedEvent;
import io.tributary.channels.ProviderMessage;
import io.tributary.gateway.answer.Problem;
import io.tributary.gateway.answer.Reply;
import io.tributary.gateway.channel.ChannelDelivery;
import io.tributary.gateway.channel.ChannelIntake;
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
record MessageIntake(FactWriter facts, ChannelAdmission admission) implements ChannelIntake {

  private static final Logger log = LoggerFactory.getLogger(MessageIntake.class);
  private static final Problem UNKNOWN_OWNER =
      Problem.unavailable("whose channel it is cannot be told right now");

  @Override
  public CompletableFuture<Reply> take(ChannelDelivery delivery) {
    return delivery
        .request()
        .onLoop(admission.decide(delivery.messages()))
        .thenApply(Optional::of)
        .exceptionally(failure -> unknown(delivery, failure))
        .thenCompose(
            rulings ->
                rulings
                    .map(found -> append(delivery, found))
                    .orElseGet(() -> UNKNOWN_OWNER.completed()));
  }

  private CompletableFuture<Reply> append(ChannelDelivery delivery, List<Ruling> rulings) {
    return delivery.append(
        facts,
        TenantsTopics.WEBHOOKS,
        ChannelConversationKey::of,
        events(delivery, rulings).map(event -> envelope -> event.setEnvelope(envelope).build()));
  }

  private static Optional<List<Ruling>> unknown(ChannelDelivery delivery, Throwable failure) {
    log.warn(
        "request {}: whose channel it is cannot be told: {}",
        delivery.request().id(),
        failure.toString());
    return Optional.empty();
  }

  private static Stream<ChannelEvent.Builder> events(
      ChannelDelivery delivery, List<Ruling> rulings) {
    return Stream.concat(
            IntStream.range(0, rulings.size())
                .mapToObj(i -> event(delivery.messages().get(i), rulings.get(i))),
            delivery.malformed().stream().map(MessageIntake::event))
        .map(event -> event.setProvider(delivery.provider()).setAccount(delivery.account()));
  }

  private static ChannelEvent.Builder event(ProviderMessage message, Ruling ruling) {
    return ChannelEvent.newBuilder()
        .setChannelType(message.channel().type())
        .setChannelId(message.channel().id())
        .setConversationId(message.conversationId())
        .setEventId(message.eventId().orElseThrow())
        .setTenantId(ruling.tenant().map(TenantKey::tenantId).orElse(null))
        .setAdmission(ruling.admission())
        .setRaw(message.raw());
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
