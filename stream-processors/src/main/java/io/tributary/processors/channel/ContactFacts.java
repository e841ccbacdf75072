package io.tributary.processors.channel;

import io.tributary.avro.channels.ContactIdentifier;
import io.tributary.processors.fact.FactSource;
import io.tributary.schemas.key.tenants.ChannelKey;
import io.tributary.schemas.topic.Topic;

/** Sources of facts about contacts: those of a channel are in one partition. */
public final class ContactFacts {

  private ContactFacts() {}

  public static FactSource<String, ContactIdentifier> of(Topic<String, ContactIdentifier> topic) {
    return new FactSource<>(
            topic, fact -> ChannelKey.of(fact).text(), ContactIdentifier::getEnvelope)
        .withOwnKeysOnly();
  }
}
