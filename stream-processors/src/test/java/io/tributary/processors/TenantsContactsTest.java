package io.tributary.processors;

import static io.tributary.processors.DrivenTopology.START;
import static io.tributary.schemas.topic.TenantsTopics.CONTACTS;
import static io.tributary.schemas.topic.TenantsTopics.CONVERSATIONS;
import static io.tributary.schemas.topic.TenantsTopics.CONVERSATION_EVENTS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.channels.ContactIdentifier;
import io.tributary.avro.tenants.Conversation;
import io.tributary.avro.tenants.ConversationEvent;
import io.tributary.processors.tenants.TenantFacts;
import io.tributary.schemas.key.tenants.ChannelKey;
import io.tributary.schemas.key.tenants.ConversationKey;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Conversations of one person that began apart. */
final class TenantsContactsTest {

  @AutoClose private final DrivenTopology topology = DrivenTopology.ofTenants();

  private final Map<String, List<String>> conversations = new HashMap<>();
  private int facts;

  private void say(int second, String conversation, SpecificRecordBase what) {
    ConversationEvent event =
        TenantFacts.event("fact-" + facts++, at(second), "acme", conversation, what);
    topology.send(CONVERSATION_EVENTS, ConversationKey.of(event), event);
    look();
  }

  private void learn(int second, String identifier, String contact, boolean moved) {
    learn(second, identifier, contact, moved, "acme");
  }

  private void learn(
      int second, String identifier, String contact, boolean moved, @Nullable String tenant) {
    ContactIdentifier fact =
        ContactIdentifier.newBuilder()
            .setEnvelope(
                TenantFacts.event("fact-" + facts++, at(second), "acme", "c", TenantFacts.clear())
                    .getEnvelope())
            .setChannelType("whatsapp")
            .setChannelId("106")
            .setIdentifier(identifier)
            .setContact(contact)
            .setMoved(moved)
            .setTenantId(tenant)
            .setConversations("wa-106")
            .build();
    topology.send(CONTACTS, ChannelKey.of(fact).text(), fact);
    look();
  }

  private static Instant at(int second) {
    return START.plusSeconds(second);
  }

  private void look() {
    for (Conversation conversation : topology.values(CONVERSATIONS)) {
      conversations.put(
          conversation.getConversationId(),
          conversation.getEntries().stream().map(entry -> entry.getContent()).toList());
    }
  }

  @Test
  void shouldMoveEntriesByTheirTimesAndLaterOnesToo() {
    say(1, "wa-106-447700900123", TenantFacts.question("m1", "one"));
    say(2, "wa-106-US.1", TenantFacts.question("m2", "two"));
    say(3, "wa-106-447700900123", TenantFacts.question("m3", "three"));
    say(4, "wa-106-US.1", TenantFacts.question("m4", "four"));

    learn(5, "US.1", "US.1", false);
    learn(5, "447700900123", "US.1", false);
    assertThat(conversations)
        .containsEntry("wa-106-US.1", List.of("one", "two", "three", "four"))
        .containsEntry("wa-106-447700900123", List.of());

    say(6, "wa-106-447700900123", TenantFacts.question("m5", "five"));
    say(6, "wa-106-447700900123", TenantFacts.question("m5", "five"));
    say(7, "wa-106-447700900123", TenantFacts.question("m3", "three"));
    learn(8, "447700900123", "US.1", false);
    assertThat(conversations)
        .containsEntry("wa-106-US.1", List.of("one", "two", "three", "four", "five"))
        .containsEntry("wa-106-447700900123", List.of());

    say(9, "wa-106-447700900123", TenantFacts.clear());
    assertThat(conversations).containsEntry("wa-106-US.1", List.of());
    say(10, "wa-106-US.1", TenantFacts.question("m6", "six"));
    assertThat(conversations).containsEntry("wa-106-US.1", List.of("six"));
  }

  /** Entries of one log keep its order; those that come from elsewhere stand by their times. */
  @Test
  void shouldPutEntriesOfTwoLogsByTheirTimes() {
    learn(1, "447700900123", "US.1", false);
    say(5, "wa-106-US.1", TenantFacts.question("m1", "five"));
    say(4, "wa-106-US.1", TenantFacts.question("m2", "four by a slow clock"));
    say(8, "wa-106-447700900123", TenantFacts.question("m3", "eight"));
    say(6, "wa-106-US.1", TenantFacts.question("m4", "six"));
    say(7, "wa-106-447700900123", TenantFacts.question("m5", "seven"));
    say(9, "wa-106-US.1", TenantFacts.question("m6", "nine"));

    assertThat(conversations)
        .containsEntry(
            "wa-106-US.1",
            List.of("five", "four by a slow clock", "six", "seven", "eight", "nine"));
  }

  @Test
  void shouldMoveNothingOfOtherOrUnknownContacts() {
    say(1, "wa-106-447700900123", TenantFacts.question("m1", "one"));
    learn(2, "447700900123", "447700900123", false);
    learn(3, "447700900123", "US.2", false);
    learn(3, "447700900124", "US.2", false, null);
    assertThat(conversations).containsOnly(Map.entry("wa-106-447700900123", List.of("one")));

    learn(4, "447700900123", "US.3", true);
    assertThat(conversations).containsEntry("wa-106-US.3", List.of("one"));
  }

  @Test
  void shouldMoveTheConversationOfEitherFormOfANumber() {
    say(1, "wa-106-525512345678", TenantFacts.question("m1", "one"));
    say(2, "wa-106-5215512345678", TenantFacts.question("m2", "two"));
    learn(3, "5215512345678", "5215512345678", false);

    assertThat(conversations).containsEntry("wa-106-5215512345678", List.of("one", "two"));
  }

  /** Of two moves that contradict each other the log makes no circle. */
  @Test
  void shouldNotSendAnEventRoundInACircle() {
    learn(1, "US.1", "US.2", false);
    learn(2, "US.2", "US.1", true);
    say(3, "wa-106-US.1", TenantFacts.question("m1", "one"));
    say(4, "wa-106-US.2", TenantFacts.question("m2", "two"));

    assertThat(conversations.values().stream().flatMap(List::stream))
        .containsExactlyInAnyOrder("one", "two");
  }
}
