package io.tributary.schemas.topic;

import io.tributary.avro.channels.ContactIdentifier;
import io.tributary.avro.channels.KnownIdentifier;
import io.tributary.avro.envelope.CommandOutcome;
import io.tributary.avro.tenants.ChannelEvent;
import io.tributary.avro.tenants.ChannelMapping;
import io.tributary.avro.tenants.Conversation;
import io.tributary.avro.tenants.ConversationEvent;
import io.tributary.avro.tenants.InboundMessage;
import io.tributary.avro.tenants.MovedConversation;
import io.tributary.avro.tenants.NewestClear;
import io.tributary.avro.tenants.Tenant;
import io.tributary.avro.tenants.TenantUser;
import io.tributary.avro.tenants.TenantsCommand;
import io.tributary.schemas.key.tenants.ChannelConversationKey;
import io.tributary.schemas.key.tenants.ChannelMappingKey;
import io.tributary.schemas.key.tenants.ConversationKey;
import io.tributary.schemas.key.tenants.InboundMessageKey;
import io.tributary.schemas.key.tenants.TenantKey;
import io.tributary.schemas.key.tenants.TenantUserKey;
import java.time.Duration;
import java.util.List;
import org.apache.avro.specific.SpecificRecordBase;

public final class TenantsTopics {

  /** Life of a conversation after its last entry. */
  public static final Duration CONVERSATION_LIFE = Duration.ofDays(30);

  /** Types of states that are not records. */
  static final List<Class<? extends SpecificRecordBase>> STATES =
      List.of(NewestClear.class, MovedConversation.class, KnownIdentifier.class);

  /** Changes of tenants, users and channels, in one order; kept for ever. */
  public static final Topic<String, TenantsCommand> COMMANDS =
      Topic.facts("tenants.commands", Topics.ANY_TEXT, TenantsCommand.class, Retention.UNLIMITED)
          .withPartitions(1);

  /** Decisions about commands, for the gateway that waits. */
  public static final Topic<String, CommandOutcome> OUTCOMES = Topics.outcomes(Family.TENANTS);

  /**
   * All tenants: a directory of the gateway, and items of tenants. Removed content is gone a day
   * later.
   */
  public static final Topic<TenantKey, Tenant> TENANTS =
      Topic.records("tenants.tenants", TenantKey.CODEC, Tenant.class, Retention.ERASED);

  /** All users of tenants; removed content is gone a day later. */
  public static final Topic<TenantUserKey, TenantUser> USERS =
      Topic.records("tenants.users", TenantUserKey.CODEC, TenantUser.class, Retention.ERASED);

  /** All claimed channels. */
  public static final Topic<ChannelMappingKey, ChannelMapping> CHANNELS =
      Topic.records(
          "tenants.channels", ChannelMappingKey.CODEC, ChannelMapping.class, Retention.COMPACTED);

  /** Identifiers of users whose numbers may be hidden; gateways know them all. */
  public static final Topic<String, ContactIdentifier> CONTACTS =
      Topic.facts(
          "tenants.contacts", Topics.ANY_TEXT, ContactIdentifier.class, Retention.UNLIMITED);

  /** Events of channel providers, one fact each. */
  public static final Topic<ChannelConversationKey, ChannelEvent> WEBHOOKS =
      Topic.facts(
          "tenants.webhooks", ChannelConversationKey.CODEC, ChannelEvent.class, Retention.days(30));

  /** Every message from a channel once, in one form, for a tenant's assistants. */
  public static final Topic<InboundMessageKey, InboundMessage> MESSAGES =
      Topic.records(
          "tenants.messages", InboundMessageKey.CODEC, InboundMessage.class, Retention.days(30));

  /** Everything that happens in a conversation; assistants append their replies here. */
  public static final Topic<ConversationKey, ConversationEvent> CONVERSATION_EVENTS =
      Topic.facts(
          "tenants.conversation-events",
          ConversationKey.CODEC,
          ConversationEvent.class,
          Retention.days(30));

  /** Every conversation: the content of conversations; cleared content is gone a day later. */
  public static final Topic<ConversationKey, Conversation> CONVERSATIONS =
      Topic.records(
          "tenants.conversations", ConversationKey.CODEC, Conversation.class, Retention.ERASED);

  /**
   * Facts and records that could not be processed or stored, as they came. They hold messages of
   * strangers, so they are kept no longer than other messages.
   */
  public static final Topic<String, SpecificRecordBase> DEAD_LETTERS =
      Topics.deadLetters(Family.TENANTS, Retention.days(30));

  private TenantsTopics() {}

  static List<Topic<?, ?>> all() {
    return List.of(
        COMMANDS,
        TENANTS,
        USERS,
        CHANNELS,
        OUTCOMES,
        CONTACTS,
        WEBHOOKS,
        MESSAGES,
        CONVERSATION_EVENTS,
        CONVERSATIONS,
        DEAD_LETTERS);
  }
}
