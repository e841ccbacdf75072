package io.tributary.gateway.outreach;

import io.tributary.gateway.auth.GrantRule;
import io.tributary.gateway.auth.TenantGrants;
import io.tributary.gateway.channel.contact.ContactLog;
import io.tributary.gateway.channel.contact.Contacts;
import io.tributary.gateway.family.FamilyModule;
import io.tributary.gateway.family.GatewayContext;
import io.tributary.gateway.family.GatewayFamily;
import io.tributary.gateway.family.Redecision;
import io.tributary.gateway.settings.GatewaySettings;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.schemas.format.ValueFormat;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.OutreachTopics;
import java.time.Duration;
import java.util.Optional;

public final class OutreachFamily implements GatewayFamily {

  @Override
  public Family family() {
    return Family.OUTREACH;
  }

  @Override
  public GrantRule grants() {
    return new TenantGrants(RequestReader.COMPANY_ID);
  }

  @Override
  public Optional<Redecision> redecision(
      KafkaClients clients, ValueFormat format, RuntimeContext runtime) {
    return Optional.of(new CurrentSenders(clients, format, runtime));
  }

  @Override
  public FamilyModule build(GatewayContext context) {
    Duration ttl = context.settings().get(GatewaySettings.CONVERSATION_TTL);
    CompanySenders senders = new CompanySenders(context.accounts(), context.tokens());
    OutreachRoutes routes = new OutreachRoutes(context.facts(), new RequestReader(ttl), senders);
    return new FamilyModule(
        routes.all(context.applications(family())),
        Optional.of(
            new ReplyIntake(
                context.facts(),
                senders,
                new Contacts(
                    new ContactLog(OutreachTopics.CONTACTS, context.source()),
                    context.facts(),
                    channel -> Optional.empty()))));
  }
}
