package io.tributary.processors.inbox;

import io.tributary.avro.inbox.InboxExpiry;
import io.tributary.avro.inbox.InboxPublish;
import io.tributary.avro.inbox.InboxPublishCommand;
import io.tributary.avro.inbox.InboxSettings;
import io.tributary.avro.inbox.InboxSettingsCommand;
import io.tributary.processors.command.CommandRules;
import io.tributary.processors.fact.FactSource;
import io.tributary.processors.inbox.event.InboxFold;
import io.tributary.processors.inbox.event.InboxLimits;
import io.tributary.processors.state.AggregateType;
import io.tributary.processors.topology.ProcessorsFamily;
import io.tributary.processors.topology.TopologyPlan;
import io.tributary.schemas.key.inbox.InboxKey;
import io.tributary.schemas.key.inbox.InboxPublishKey;
import io.tributary.schemas.key.inbox.InboxSettingsKey;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.InboxTopics;
import java.util.Optional;

/**
 * The inbox family: settings and claims are decided; publishes and expiries go to the logs of their
 * inboxes.
 */
public final class InboxFamily implements ProcessorsFamily {

  private final InboxLimits limits;

  public InboxFamily(InboxLimits limits) {
    this.limits = limits;
  }

  @Override
  public Family family() {
    return Family.INBOX;
  }

  @Override
  public void addTo(TopologyPlan plan) {
    plan.commands(settings());
    plan.facts(
            claims(),
            stores -> new ClaimStep(plan.states(ClaimStep.CLAIMS, stores).evictingBy(stores)))
        .with(ClaimStep.CLAIMS)
        .to(InboxTopics.PUBLISHES, InboxTopics.OUTCOMES);
    plan.facts(
            publishes(),
            stores ->
                new PublishStep(
                    plan.states(PublishStep.AUDIENCES, stores).evictingBy(stores),
                    plan.partitions(InboxTopics.EVENTS)))
        .with(PublishStep.AUDIENCES)
        .to(InboxTopics.EVENTS);
    plan.facts(expiries(), stores -> new ExpiryStep()).to(InboxTopics.EVENTS);
    InboxFold.addTo(plan, limits);
  }

  private static CommandRules<InboxSettingsCommand, InboxSettings> settings() {
    return new CommandRules<>(
        new FactSource<>(
            InboxTopics.SETTINGS_COMMANDS,
            command ->
                new InboxSettingsKey(
                        command.getTenantKey(), Optional.ofNullable(command.getInboxKey()))
                    .subject(),
            InboxSettingsCommand::getEnvelope),
        new AggregateType<>(InboxTopics.SETTINGS, InboxSettings::getRev),
        InboxTopics.OUTCOMES,
        new SettingsRule());
  }

  private static FactSource<InboxPublishKey, InboxPublishCommand> claims() {
    return new FactSource<>(
        InboxTopics.PUBLISH_COMMANDS, ClaimStep::keyOf, InboxPublishCommand::getEnvelope);
  }

  private static FactSource<InboxPublishKey, InboxPublish> publishes() {
    return new FactSource<>(InboxTopics.PUBLISHES, PublishStep::keyOf, InboxPublish::getEnvelope);
  }

  private static FactSource<InboxKey, InboxExpiry> expiries() {
    return new FactSource<>(InboxTopics.EXPIRIES, ExpiryStep::inboxOf, InboxExpiry::getEnvelope);
  }
}
