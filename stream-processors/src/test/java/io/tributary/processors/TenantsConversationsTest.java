package io.tributary.processors;

import static io.tributary.processors.DrivenTopology.START;
import static io.tributary.processors.tenants.TenantFacts.clear;
import static io.tributary.processors.tenants.TenantFacts.question;
import static io.tributary.processors.tenants.TenantFacts.reply;
import static io.tributary.schemas.topic.TenantsTopics.CONVERSATIONS;
import static io.tributary.schemas.topic.TenantsTopics.CONVERSATION_EVENTS;
import static io.tributary.schemas.topic.TenantsTopics.DEAD_LETTERS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.tenants.Conversation;
import io.tributary.avro.tenants.ConversationEntry;
import io.tributary.avro.tenants.ConversationEvent;
import io.tributary.avro.tenants.EntryRole;
import io.tributary.avro.tenants.ReceivedMessage;
import io.tributary.processors.tenants.TenantFacts;
import io.tributary.schemas.key.tenants.ConversationKey;
import io.tributary.schemas.topic.Family;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecordBase;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class TenantsConversationsTest {

  @AutoClose private final DrivenTopology topology = new DrivenTopology(Family.TENANTS);
  private int facts;

  @Test
  void shouldWriteAClearOnceMoreUnlessSomethingIsSaid() {
    send(START, question("q-1", "old"));
    send(START, clear());
    send("conv-2", START, question("q-1", "old"));
    send("conv-2", START, clear());
    send("conv-2", START, question("q-2", "new"));
    topology.advance(Duration.ofSeconds(5));
    topology.records(CONVERSATIONS);
    topology.advance(Duration.ofSeconds(55));
    assertThat(topology.records(CONVERSATIONS)).isEmpty();

    topology.advance(Duration.ofSeconds(5));
    List<Conversation> again = topology.values(CONVERSATIONS);
    assertThat(again)
        .extracting(TenantsConversationsTest::line)
        .containsExactly(" 1772323200 1177232320001");
    assertThat(again.get(0).getConversationId()).isEqualTo("conv-1");
    topology.advance(Duration.ofMinutes(5));
    assertThat(topology.records(CONVERSATIONS)).isEmpty();
  }

  @Test
  void shouldTakeNothingAwayByAClearThatIsReadAgain() {
    send(START, question("q-1", "old"));
    facts = 7;
    send(START, clear());
    send(START, question("q-2", "new"));
    facts = 7;
    send(START, clear());

    assertThat(last().getEntries())
        .extracting(ConversationEntry::getContent)
        .containsExactly("new");
  }

  @Test
  void shouldKeepTheNewestTwoHundredEntries() {
    for (int i = 0; i < 203; i++) {
      send(START, question("q-" + i, "text " + i));
    }

    List<ConversationEntry> entries = last().getEntries();
    assertThat(entries).hasSize(200);
    assertThat(entries.get(0).getContent()).isEqualTo("text 3");
    assertThat(entries.get(199).getContent()).isEqualTo("text 202");
  }

  @Test
  void shouldStayUnderFourHundredKilobytesInTheBytesThatAreStored() {
    // each entry has 4 bytes for the smiley, 2 for the quote, 2 for the line, 6 for the bell
    String content = "\uD83D\uDE00\"\n\u0007é".repeat(1000);
    for (int i = 0; i < 40; i++) {
      send(START, i % 2 == 0 ? question("m-" + i, content) : reply("m-" + i, content));
    }

    Conversation conversation = last();
    long size = size(conversation);
    assertThat(size).isLessThan(400 * 1024);
    assertThat(size + 16_000 + 40).isGreaterThan(400 * 1024 - 50);
    assertThat(conversation.getEntries()).hasSize(25);
  }

  @Test
  void shouldLetGoOfTheOldestForOneThatIsLarge() {
    send(START, question("q-1", "a".repeat(150_000)));
    send(START, question("q-2", "b".repeat(100_000)));
    send(START, reply("r-1", "é".repeat(131_072)));

    assertThat(last().getEntries())
        .extracting(entry -> entry.getContent().substring(0, 1))
        .containsExactly("b", "é");
    assertThat(topology.codes(DEAD_LETTERS)).isEmpty();
  }

  @Test
  void shouldRefuseAndNotRememberATooLargeContent() {
    send(START, question("q-1", "é".repeat(131_072) + "x"));
    send(START, new ReceivedMessage("q-1", "x".repeat(262_145)));
    send(START, question("q-1", "\n".repeat(200_000)));
    assertThat(topology.codes(DEAD_LETTERS))
        .containsExactly("LIMIT_EXCEEDED", "LIMIT_EXCEEDED", "LIMIT_EXCEEDED");

    send(START, question("q-1", "\n".repeat(196_607)));
    assertThat(last().getEntries()).hasSize(1);
  }

  /** As AWS counts the item, with its JSON made by hand. */
  private static long size(Conversation conversation) {
    String json =
        conversation.getEntries().stream()
            .map(
                entry ->
                    "{\"role\":\"%s\",\"content\":\"%s\"}"
                        .formatted(
                            entry.getRole() == EntryRole.user ? "user" : "assistant",
                            entry
                                .getContent()
                                .replace("\"", "\\\"")
                                .replace("\n", "\\n")
                                .replace("\u0007", "\\u0007")))
            .collect(Collectors.joining(",", "[", "]"));
    String names = "pk" + "sk" + "messages" + "updated_at" + "ttl" + "rev";
    String values = "acme" + "conv-1" + "2026-03-01T00:00:00Z" + json;
    int numbers = 6 + 8;
    return (long) (names + values).getBytes(StandardCharsets.UTF_8).length + numbers;
  }

  private void send(Instant at, SpecificRecordBase what) {
    send("conv-1", at, what);
  }

  private void send(String conversationId, Instant at, SpecificRecordBase what) {
    ConversationEvent event = event(conversationId, at, what);
    topology.send(CONVERSATION_EVENTS, ConversationKey.of(event), event);
  }

  private ConversationEvent event(String conversationId, Instant at, SpecificRecordBase what) {
    return TenantFacts.event("fact-" + facts++, at, "acme", conversationId, what);
  }

  private Conversation last() {
    List<Conversation> all = topology.values(CONVERSATIONS);
    return all.get(all.size() - 1);
  }

  private static String line(Conversation conversation) {
    String entries =
        conversation.getEntries().stream()
            .map(entry -> entry.getRole() + " " + entry.getContent())
            .collect(Collectors.joining(","));
    Long clearedAt = conversation.getClearedAtS();
    return entries + " " + (clearedAt == null ? "-" : clearedAt) + " " + conversation.getRev();
  }
}
