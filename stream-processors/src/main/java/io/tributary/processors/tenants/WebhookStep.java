package io.tributary.processors.tenants;

import io.tributary.avro.channels.Attachment;
import io.tributary.avro.envelope.SeenMessage;
import io.tributary.avro.tenants.ChannelEvent;
import io.tributary.avro.tenants.ConversationEvent;
import io.tributary.avro.tenants.InboundMessage;
import io.tributary.avro.tenants.ReceivedMessage;
import io.tributary.channels.ProviderMessage;
import io.tributary.processors.channel.RawEvents;
import io.tributary.processors.fact.FactRefusedException;
import io.tributary.processors.fact.FactStep;
import io.tributary.processors.fact.OutputRecord;
import io.tributary.processors.state.SeenMessages;
import io.tributary.processors.state.StateDescriptor;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.schemas.key.tenants.ChannelKey;
import io.tributary.schemas.key.tenants.ConversationKey;
import io.tributary.schemas.key.tenants.InboundMessageKey;
import io.tributary.schemas.topic.TenantsTopics;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Sends each message of a channel to its tenant's assistants and to its conversation, once. Reads
 * the provider's bytes again, so that a better parser can be replayed over them.
 */
final class WebhookStep implements FactStep<ChannelEvent> {

  static final StateDescriptor<String, SeenMessage> SEEN = SeenMessages.kind("tenants.seen-events");

  private final SeenMessages seen;
  private final RawEvents rawEvents;

  WebhookStep(SeenMessages seen, RawEvents rawEvents) {
    this.seen = seen;
    this.rawEvents = rawEvents;
  }

  @Override
  public void check(ChannelEvent event) {
    requireAdmitted(event);
    if (event.getTenantId() == null) {
      throw new FactRefusedException(
          FailureCode.INVALID_VALUE, "an event that is admitted must have a tenant_id");
    }
  }

  private static void requireAdmitted(ChannelEvent event) {
    switch (event.getAdmission()) {
      case ADMITTED -> {}
      case NO_TENANT_MAPPING ->
          throw new FactRefusedException(
              FailureCode.NO_TENANT_MAPPING, "no tenant had claimed the channel");
      case TENANT_INACTIVE ->
          throw new FactRefusedException(
              FailureCode.TENANT_INACTIVE, "the channel's tenant was suspended");
      case CHANNEL_NOT_ALLOWED ->
          throw new FactRefusedException(
              FailureCode.CHANNEL_NOT_ALLOWED, "the tenant had not enabled this kind of channel");
      case SENDER_NOT_AUTHORIZED ->
          throw new FactRefusedException(
              FailureCode.SENDER_NOT_AUTHORIZED, "the sender was none of the tenant's users");
      case MALFORMED ->
          throw RawEvents.malformed(
              event.getMalformed() == null ? "no reason given" : event.getMalformed());
    }
  }

  @Override
  public List<OutputRecord<?, ?>> apply(ChannelEvent event) {
    long at = event.getEnvelope().getAcceptedAtMs();
    String channel = new ChannelKey(event.getChannelType(), event.getChannelId()).text();
    return seen.once(
        channel, event.getEventId(), at, TenantsTopics.MESSAGES, () -> normalized(event));
  }

  private List<OutputRecord<?, ?>> normalized(ChannelEvent event) {
    ProviderMessage message =
        rawEvents.read(event.getProvider(), event.getAccount(), event.getRaw());
    String content = contentOf(message);
    ConversationRule.requireContent(content);
    InboundMessage inbound = inbound(event, message);
    return List.of(
        new OutputRecord<>(TenantsTopics.MESSAGES, InboundMessageKey.of(inbound), inbound),
        received(event, content));
  }

  /** Content of an entry: the text, or the kinds of attachments without one. */
  private static String contentOf(ProviderMessage message) {
    return message.text().isBlank() && !message.attachments().isEmpty()
        ? message.attachments().stream()
            .map(Attachment::getKind)
            .collect(Collectors.joining("] [", "[", "]"))
        : message.text();
  }

  private static InboundMessage inbound(ChannelEvent event, ProviderMessage message) {
    InboundMessage.Builder inbound =
        InboundMessage.newBuilder()
            .setTenantId(event.getTenantId())
            .setConversationId(conversationOf(event))
            .setMessageId(event.getEventId())
            .setProvider(event.getProvider())
            .setAccount(event.getAccount())
            .setChannelType(event.getChannelType())
            .setChannelId(event.getChannelId())
            .setSenderId(message.senderId())
            .setChannelConversationId(message.channelConversationId())
            .setText(message.text())
            .setAttachments(message.attachments())
            .setAcceptedAtMs(event.getEnvelope().getAcceptedAtMs())
            .setMetadata(message.metadata());
    message.senderName().ifPresent(inbound::setSenderName);
    message.identity().e164().ifPresent(inbound::setSenderNumber);
    message.identity().userId().ifPresent(inbound::setSenderUserId);
    message.identity().parentUserId().ifPresent(inbound::setSenderParentUserId);
    message.identity().userName().ifPresent(inbound::setSenderUsername);
    message.threadId().ifPresent(inbound::setThreadId);
    message.sentAt().ifPresent(inbound::setSentAtMs);
    return inbound.build();
  }

  private static String conversationOf(ChannelEvent event) {
    return event.getContactConversationId() == null
        ? event.getConversationId()
        : event.getContactConversationId();
  }

  private static OutputRecord<?, ?> received(ChannelEvent event, String content) {
    ConversationEvent received =
        ConversationEvent.newBuilder()
            .setEnvelope(event.getEnvelope())
            .setTenantId(event.getTenantId())
            .setConversationId(conversationOf(event))
            .setEvent(new ReceivedMessage(event.getEventId(), content))
            .setMovedFrom(
                event.getContactConversationId() == null ? null : event.getConversationId())
            .build();
    return new OutputRecord<>(
        TenantsTopics.CONVERSATION_EVENTS, ConversationKey.of(received), received);
  }
}
