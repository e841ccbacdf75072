package io.tributary.processors.tenants;

import io.tributary.avro.tenants.ChannelEvent;
import io.tributary.avro.tenants.Conversation;
import io.tributary.avro.tenants.ConversationEvent;
import io.tributary.avro.tenants.TenantsCommand;
import io.tributary.channels.ProviderFormat;
import io.tributary.processors.channel.ContactFacts;
import io.tributary.processors.channel.RawEvents;
import io.tributary.processors.fact.FactSource;
import io.tributary.processors.state.DelayedRewrites;
import io.tributary.processors.state.TtlStateStore;
import io.tributary.processors.store.TaskStores;
import io.tributary.processors.topology.ProcessorsFamily;
import io.tributary.processors.topology.TopologyPlan;
import io.tributary.schemas.key.tenants.ChannelConversationKey;
import io.tributary.schemas.key.tenants.ConversationKey;
import io.tributary.schemas.key.tenants.TenantsSubject;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.TenantsTopics;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/**
 * The tenants family: commands decide about tenants, users and channels; messages of channels go to
 * assistants and to the log of their conversation, which is folded.
 */
public final class TenantsFamily implements ProcessorsFamily {

  private final Duration repeatAfter;
  private final RawEvents rawEvents;

  /**
   * The family with the delay of a removal's second write, and the formats of providers, by their
   * names.
   */
  public TenantsFamily(Duration repeatAfter, Function<String, Optional<ProviderFormat>> formats) {
    this.repeatAfter = repeatAfter;
    this.rawEvents = new RawEvents(formats);
  }

  @Override
  public Family family() {
    return Family.TENANTS;
  }

  @Override
  public void addTo(TopologyPlan plan) {
    plan.facts(commands().withOwnKeysOnly(), stores -> commandStep(plan, stores))
        .with(TenantCommandStates.TENANTS, TenantCommandStates.USERS, TenantCommandStates.CHANNELS)
        .keeping(ChannelOwners.store(), DelayedRewrites.store(TenantCommandStates.REPEATS))
        .to(
            TenantsTopics.TENANTS,
            TenantsTopics.USERS,
            TenantsTopics.CHANNELS,
            TenantsTopics.OUTCOMES);
    plan.facts(ContactFacts.of(TenantsTopics.CONTACTS), stores -> contactStep(plan, stores))
        .with(ContactStep.KNOWN)
        .to(TenantsTopics.CONVERSATION_EVENTS);
    plan.facts(webhooks().withOwnKeysOnly(), stores -> webhookStep(plan, stores))
        .with(WebhookStep.SEEN)
        .to(TenantsTopics.MESSAGES, TenantsTopics.CONVERSATION_EVENTS);
    plan.facts(events().withOwnKeysOnly(), stores -> conversationStep(plan, stores))
        .with(
            ConversationStep.CONVERSATIONS,
            ConversationStep.SEEN,
            NewestClears.KIND,
            MovedConversations.KIND)
        .keeping(DelayedRewrites.store(ConversationStep.REPEATS))
        .to(TenantsTopics.CONVERSATIONS, TenantsTopics.CONVERSATION_EVENTS);
  }

  TenantCommandStep commandStep(TopologyPlan plan, TaskStores stores) {
    return new TenantCommandStep(TenantCommandStates.of(plan, stores, repeatAfter));
  }

  ContactStep contactStep(TopologyPlan plan, TaskStores stores) {
    return new ContactStep(plan.states(ContactStep.KNOWN, stores));
  }

  WebhookStep webhookStep(TopologyPlan plan, TaskStores stores) {
    return new WebhookStep(plan.seenMessages(WebhookStep.SEEN, stores), rawEvents);
  }

  ConversationStep conversationStep(TopologyPlan plan, TaskStores stores) {
    TtlStateStore<ConversationKey, Conversation> conversations =
        plan.states(ConversationStep.CONVERSATIONS, stores);
    return new ConversationStep(
        conversations,
        plan.seenMessages(ConversationStep.SEEN, stores),
        new NewestClears(plan.states(NewestClears.KIND, stores).evictingBy(stores)),
        new MovedConversations(plan.states(MovedConversations.KIND, stores).evictingBy(stores)),
        new DelayedRewrites(
            ConversationStep.REPEATS, stores, plan.stateFormat(), repeatAfter, conversations),
        plan.meters());
  }

  static FactSource<String, TenantsCommand> commands() {
    return new FactSource<>(
        TenantsTopics.COMMANDS, TenantsSubject::of, TenantsCommand::getEnvelope);
  }

  static FactSource<ChannelConversationKey, ChannelEvent> webhooks() {
    return new FactSource<>(
        TenantsTopics.WEBHOOKS, ChannelConversationKey::of, ChannelEvent::getEnvelope);
  }

  static FactSource<ConversationKey, ConversationEvent> events() {
    return new FactSource<>(
        TenantsTopics.CONVERSATION_EVENTS, ConversationKey::of, ConversationEvent::getEnvelope);
  }
}
