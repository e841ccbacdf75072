package io.tributary.processors.outreach;

import io.tributary.avro.outreach.OutreachEvent;
import io.tributary.channels.ProviderFormat;
import io.tributary.processors.channel.ContactFacts;
import io.tributary.processors.channel.RawEvents;
import io.tributary.processors.fact.FactSource;
import io.tributary.processors.store.TaskStores;
import io.tributary.processors.topology.ProcessorsFamily;
import io.tributary.processors.topology.TopologyPlan;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.OutreachTopics;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The outreach family: one log of each recipient folds into conversations and their replies. */
public final class OutreachFamily implements ProcessorsFamily {

  private final RawEvents rawEvents;

  /** The family with the formats of providers, by their names. */
  public OutreachFamily(Function<String, Optional<ProviderFormat>> formats) {
    this.rawEvents = new RawEvents(formats);
  }

  @Override
  public Family family() {
    return Family.OUTREACH;
  }

  @Override
  public void addTo(TopologyPlan plan) {
    // gateways fold these facts; here they only leave the backlog
    plan.facts(ContactFacts.of(OutreachTopics.CONTACTS), stores -> fact -> List.of()).to();
    plan.facts(events().withOwnKeysOnly(), stores -> step(plan, stores))
        .with(OutreachStep.CONVERSATIONS, NewestConversations.KIND, OutreachStep.SEEN)
        .to(OutreachTopics.CONVERSATIONS, OutreachTopics.REPLIES, OutreachTopics.EVENTS);
  }

  OutreachStep step(TopologyPlan plan, TaskStores stores) {
    return new OutreachStep(
        plan.states(OutreachStep.CONVERSATIONS, stores),
        new NewestConversations(plan.states(NewestConversations.KIND, stores).evictingBy(stores)),
        plan.seenMessages(OutreachStep.SEEN, stores),
        rawEvents);
  }

  static FactSource<String, OutreachEvent> events() {
    return new FactSource<>(
        OutreachTopics.EVENTS, OutreachEvent::getRecipient, OutreachEvent::getEnvelope);
  }
}
