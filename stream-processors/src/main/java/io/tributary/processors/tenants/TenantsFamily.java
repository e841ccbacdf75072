package io.tributary.processors.tenants;

import io.tributary.avro.tenants.ChannelEvent;
import io.tributary.avro.tenants.Conversation;
import io.tributary.avro.tenants.ConversationEvent;
import io.tributary.avro.tenants.TenantsCommand;
import io.tributary.channels.ProviderFormat;
import io.tributary.processors.channel.RawEvents;
import io.tributary.processors.fact.FactSource;
import io.tributary.processors.state.DelayedRewrites;
import io.tributary.processors.state.SeenMessages;
import io.tributary.processors.state.TtlStateStore;
import io.tributary.processors.topology.ProcessorsFamily;
import io.tributary.processors.topology.TopologyPlan;
import io.tributary.schemas.key.ChannelConversationKey;
import io.tributary.schemas.key.ConversationKey;
import io.tributary.schemas.key.TenantsSubject;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.TenantsTopics;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/**
 * The tenants family: commands decide who has which channel; what channels bring goes to assistants
 * and to the log of its conversation, which folds into what it holds.
 */
public final class TenantsFamily implements ProcessorsFamily {

  private final Duration repeatAfter;
  private final RawEvents rawEvents;

  /**
   * The family's paths.
   *
   * @param repeatAfter so much later a removal is written once more
   * @param formats how providers say what happened, by their names
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
    plan.facts(commands(), () -> controlStep(plan))
        .atHome()
        .with(TenantCommandStates.TENANTS, TenantCommandStates.USERS, TenantCommandStates.CHANNELS)
        .keeping(ChannelOwners.store(), DelayedRewrites.store(TenantCommandStates.REPEATS))
        .to(
            TenantsTopics.TENANTS,
            TenantsTopics.USERS,
            TenantsTopics.CHANNELS,
            TenantsTopics.OUTCOMES);
    plan.facts(webhooks(), () -> webhookStep(plan))
        .atHome()
        .with(WebhookStep.SEEN)
        .to(TenantsTopics.MESSAGES, TenantsTopics.CONVERSATION_EVENTS);
    plan.facts(events(), () -> conversationStep(plan))
        .atHome()
        .with(ConversationStep.CONVERSATIONS, ConversationStep.SEEN, NewestClears.KIND)
        .keeping(DelayedRewrites.store(ConversationStep.REPEATS))
        .to(TenantsTopics.CONVERSATIONS);
  }

  TenantCommandStep controlStep(TopologyPlan plan) {
    return new TenantCommandStep(TenantCommandStates.of(plan, repeatAfter));
  }

  WebhookStep webhookStep(TopologyPlan plan) {
    return new WebhookStep(new SeenMessages(plan.states(WebhookStep.SEEN)), rawEvents);
  }

  ConversationStep conversationStep(TopologyPlan plan) {
    TtlStateStore<ConversationKey, Conversation> conversations =
        plan.states(ConversationStep.CONVERSATIONS);
    return new ConversationStep(
        conversations,
        new SeenMessages(plan.states(ConversationStep.SEEN)),
        new NewestClears(plan.states(NewestClears.KIND)),
        new DelayedRewrites(
            ConversationStep.REPEATS, plan.stateFormat(), repeatAfter, conversations),
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
