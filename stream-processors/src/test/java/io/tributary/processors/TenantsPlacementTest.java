package io.tributary.processors;

import static io.tributary.processors.DrivenTopology.START;
import static io.tributary.schemas.topic.TenantsTopics.COMMANDS;
import static io.tributary.schemas.topic.TenantsTopics.CONVERSATIONS;
import static io.tributary.schemas.topic.TenantsTopics.CONVERSATION_EVENTS;
import static io.tributary.schemas.topic.TenantsTopics.DEAD_LETTERS;
import static io.tributary.schemas.topic.TenantsTopics.OUTCOMES;
import static io.tributary.schemas.topic.TenantsTopics.WEBHOOKS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.tenants.Admission;
import io.tributary.avro.tenants.ChannelEvent;
import io.tributary.avro.tenants.ConversationEvent;
import io.tributary.avro.tenants.TenantsCommand;
import io.tributary.processors.tenants.TenantFacts;
import io.tributary.schemas.header.RecordHeader;
import io.tributary.schemas.key.ChannelConversationKey;
import io.tributary.schemas.key.ConversationKey;
import io.tributary.schemas.key.TenantsSubject;
import io.tributary.schemas.topic.Family;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Facts that a foreign producer has put into partition 0, and others that belong there. */
final class TenantsPlacementTest {

  private static final int PARTITIONS = 6;

  @AutoClose private final DrivenTopology topology = new DrivenTopology(PARTITIONS, Family.TENANTS);

  @Test
  void shouldBuryAReplyThatStandsInAnotherPartitionThanItsOwn() {
    reply("conv-1");
    reply("conv-2");
    reply("conv-3");

    assertThat(letters())
        .containsExactly(
            "INVALID_KEY it is in partition 0, but belongs in partition 1 of"
                + " tenants.conversation-events",
            "INVALID_KEY it is in partition 0, but belongs in partition 3 of"
                + " tenants.conversation-events");
    assertThat(topology.keys(CONVERSATIONS)).containsExactly("acme#conv-2");
  }

  @Test
  void shouldBuryAWebhookThatStandsInAnotherPartitionThanItsOwn() {
    ChannelEvent event =
        TenantFacts.webhook("fact-1", START, "acme", Admission.ADMITTED, "chan-1|conv-1|ev-1|hi|");
    topology.send(WEBHOOKS, ChannelConversationKey.of(event), event);

    assertThat(letters())
        .containsExactly(
            "INVALID_KEY it is in partition 0, but belongs in partition 5 of tenants.webhooks");
  }

  @Test
  void shouldBuryACommandThatStandsInAnotherPartitionThanItsOwn() {
    put("umbrella");
    put("acme");

    assertThat(letters())
        .containsExactly(
            "INVALID_KEY it is in partition 0, but belongs in partition 4 of tenants.commands");
    assertThat(topology.keys(OUTCOMES)).containsExactly("TENANT#acme#META");
  }

  private void put(String tenantId) {
    TenantsCommand command =
        TenantFacts.command("command-1", START, TenantFacts.tenant(tenantId, "Name"));
    topology.send(COMMANDS, TenantsSubject.of(command), command);
  }

  private void reply(String conversationId) {
    ConversationEvent event =
        TenantFacts.event(
            "fact-1", START, "acme", conversationId, TenantFacts.reply("r-1", "Here is…"));
    topology.send(CONVERSATION_EVENTS, ConversationKey.of(event), event);
  }

  private List<String> letters() {
    return topology.records(DEAD_LETTERS).stream()
        .map(
            letter ->
                RecordHeader.CODE.get(letter.headers()).orElseThrow()
                    + " "
                    + RecordHeader.REASON.get(letter.headers()).orElseThrow())
        .toList();
  }
}
