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
import io.tributary.schemas.key.ConversationKey;
import io.tributary.schemas.topic.Family;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class TenantsConversationsTest {

  private static final Duration MONTH = Duration.ofDays(30);

  @AutoClose private final DrivenTopology topology = new DrivenTopology(Family.TENANTS);
  private int facts;

  @Test
  void shouldAppendEntriesInTheOrderOfTheLog() {
    send(START, new ReceivedMessage("ev-1", "sprint status"));
    send(START.plusSeconds(5), reply("r-1", "Here is…"));
    send(START.plusSeconds(4), question("q-1", "and now?"));

    List<Conversation> written = topology.values(CONVERSATIONS);
    assertThat(written).hasSize(3);
    assertThat(written.get(2).toString())
        .isEqualTo(
            "{\"tenant_id\": \"acme\", \"conversation_id\": \"conv-1\", \"entries\": [{\"role\":"
                + " \"USER\", \"content\": \"sprint status\"}, {\"role\": \"ASSISTANT\","
                + " \"content\": \"Here is\\u2026\"}, {\"role\": \"USER\", \"content\": \"and now?\"}],"
                + " \"updated_at\": 1772323205, \"ttl\": 1774915205, \"cleared_at\": null, \"rev\":"
                + " 1177232320002}");
  }

  @Test
  void shouldTakeAMessageOnceInThirtyDaysAlsoAfterAClear() {
    send(START, new ReceivedMessage("ev-1", "old"));
    send(START, clear());
    send(START.plusSeconds(1), new ReceivedMessage("ev-1", "old"));
    send(START.plus(MONTH).minusMillis(1), new ReceivedMessage("ev-1", "old"));
    assertWritten("USER old - 1177232320000", " 1772323200 1177232320001");
    assertThat(topology.metrics())
        .contains("tributary_processors_duplicates_total{topic=\"tenants.conversations\"} 2.0");

    send(START.plus(MONTH), new ReceivedMessage("ev-1", "again"));
    assertThat(last().getEntries()).hasSize(1);
  }

  @Test
  void shouldTakeAReplyThatBearsTheIdOfWhatItAnswers() {
    send(START, new ReceivedMessage("ev-1", "sprint status"));
    send(START, reply("ev-1", "Here is"));
    send(START, clear("ev-1"));
    send(START.plus(MONTH).minusMillis(1), reply("ev-1", "Here is"));

    assertWritten(
        "USER sprint status - 1177232320000",
        "USER sprint status,ASSISTANT Here is - 1177232320001",
        " 1772323200 1177232320002");
  }

  @Test
  void shouldBeginAfreshAfterAClearAboveWhatItWas() {
    send(START, question("q-1", "old"));
    send(START.plusMillis(10), clear());
    send(START.plusMillis(20), clear());
    send(START.plusMillis(30), question("q-2", "new"));

    assertWritten(
        "USER old - 1177232320000", " 1772323200 1177232320001", "USER new - 1177232320002");
  }

  @Test
  void shouldClearNothingWhereNothingIs() {
    send(START, clear());
    send(START, question("q-1", "old"));
    topology.records(CONVERSATIONS);
    send(START.plus(MONTH), clear());

    assertThat(topology.records(CONVERSATIONS)).isEmpty();
  }

  @Test
  void shouldClearAlsoWhatIsAliveOnlyByTheClockOfAnotherGateway() {
    send(START, question("q-1", "old"));
    send(START.plus(MONTH), clear());
    send(START.plus(MONTH).minusSeconds(2), question("q-2", "new"));
    send(START.plus(MONTH).minusSeconds(1), reply("r-2", "newer"));
    assertWritten(
        "USER old - 1177232320000",
        "USER new - 1177232320001",
        "USER new,ASSISTANT newer - 1177232320002");

    send("conv-2", START, question("q-1", "old"));
    send("conv-2", START.plus(MONTH), clear());
    send("conv-2", START.plus(MONTH).minusSeconds(2), clear());
    assertThat(line(last())).isEqualTo(" 1774915198 1177232320001");
  }

  @Test
  void shouldMakeNoEntryOfAnOldCopyWhoseOriginalTheLogDoesNotHaveAnyMore() {
    send(START.plus(MONTH), reply("r-1", "newer"));
    send(START, new ReceivedMessage("ev-1", "old copy"));
    send(START.plusMillis(999), new ReceivedMessage("ev-2", "old copy"));
    send(START.plusSeconds(1), new ReceivedMessage("ev-3", "not so old"));
    send(START, question("q-1", "late, in one log"));
    send(START.plusSeconds(5), new ReceivedMessage("ev-1", "old copy"));
    send("conv-2", START.plus(MONTH), clear());
    send("conv-2", START, new ReceivedMessage("ev-1", "cleared copy"));

    assertWritten(
        "ASSISTANT newer - 1177491520000",
        "ASSISTANT newer,USER not so old - 1177491520001",
        "ASSISTANT newer,USER not so old,USER late, in one log - 1177491520002");
    assertThat(topology.metrics())
        .contains(
            "tributary_processors_overtaken_total{topic=\"tenants.conversation-events\"} 3.0",
            "tributary_processors_duplicates_total{topic=\"tenants.conversations\"} 1.0");
    assertThat(topology.codes(DEAD_LETTERS)).isEmpty();
  }

  @Test
  void shouldClearWhatAChannelBroughtBeforeThoughItComesAfter() {
    send(START, question("q-1", "old"));
    send(START.plusMillis(10), clear());
    send(START.plusMillis(9), new ReceivedMessage("ev-1", "overtaken"));
    send(START.plusMillis(9), question("q-2", "in one log"));
    send(START.plusMillis(10), new ReceivedMessage("ev-2", "not before"));
    send(START.plusMillis(20), new ReceivedMessage("ev-1", "overtaken"));

    assertWritten(
        "USER old - 1177232320000",
        " 1772323200 1177232320001",
        "USER in one log - 1177232320002",
        "USER in one log,USER not before - 1177232320003");
    assertThat(topology.metrics())
        .contains(
            "tributary_processors_overtaken_total{topic=\"tenants.conversation-events\"} 1.0",
            "tributary_processors_duplicates_total{topic=\"tenants.conversations\"} 1.0");
    assertThat(topology.codes(DEAD_LETTERS)).isEmpty();
  }

  @Test
  void shouldRememberTheNewestClearForThirtyDaysAlsoWhereNothingIsKnown() {
    send(START.plusSeconds(60), clear());
    send(START.plusSeconds(30), clear());
    send(START.plusSeconds(59), new ReceivedMessage("ev-1", "overtaken"));
    send("conv-2", START.plusSeconds(59), new ReceivedMessage("ev-1", "elsewhere"));
    send(START.plusSeconds(61), new ReceivedMessage("ev-2", "new"));
    assertWritten("USER elsewhere - 1177232325900", "USER new - 1177232326100");

    topology.advance(Duration.ofDays(32));
    send(START.plus(Duration.ofDays(31)).plusSeconds(59), question("q-1", "later"));
    topology.advance(Duration.ofSeconds(5));
    assertThat(topology.stored("tenants.newest-clears-state")).containsExactly("acme#conv-1");
    send(START.plus(Duration.ofDays(31)).plusSeconds(60), question("q-2", "later"));
    topology.advance(Duration.ofSeconds(5));
    assertThat(topology.stored("tenants.newest-clears-state")).isEmpty();
  }

  @Test
  void shouldClearOnceUnderAKeyWhateverHasComeInBetween() {
    send(START, question("q-1", "old"));
    send(START, clear("q-1"));
    send(START, question("q-2", "in between"));
    send(START.plusSeconds(9), clear("q-1"));
    send(START.plusSeconds(8), new ReceivedMessage("ev-1", "too"));
    send("conv-2", START, question("q-1", "other"));
    send("conv-2", START, clear("q-1"));
    send(START.plus(MONTH).minusMillis(1), clear("q-1"));
    assertWritten(
        "USER old - 1177232320000",
        " 1772323200 1177232320001",
        "USER in between - 1177232320002",
        "USER in between,USER too - 1177232320003",
        "USER other - 1177232320000",
        " 1772323200 1177232320001");

    send(START.plus(MONTH), clear("q-1"));
    assertThat(last().getClearedAt()).isEqualTo(1_774_915_200L);
  }

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
  void shouldBeginAfreshOnceItsTimeIsOverAndNotBefore() {
    send(START, question("q-1", "old"));
    send(START.plus(MONTH).minusMillis(1), question("q-2", "kept"));
    send(START.plus(MONTH).plus(MONTH).minusSeconds(1), question("q-3", "new"));

    assertWritten(
        "USER old - 1177232320000",
        "USER old,USER kept - 1177232320001",
        "USER new - 1177750719900");
  }

  @Test
  void shouldForgetADeadConversationWithATombstone() {
    send(START, question("q-1", "old"));
    topology.records(CONVERSATIONS);
    topology.advance(Duration.ofDays(31));
    Instant later = START.plus(Duration.ofDays(31));
    send("conv-2", later.minusSeconds(1), question("q-1", "other"));
    topology.advance(Duration.ofSeconds(5));
    assertThat(topology.keys(CONVERSATIONS)).containsExactly("acme#conv-2");

    send("conv-2", later, question("q-2", "other"));
    topology.records(CONVERSATIONS);
    topology.advance(Duration.ofSeconds(5));
    List<TestRecord<byte[], byte[]>> forgotten = topology.records(CONVERSATIONS);
    assertThat(forgotten).hasSize(1);
    assertThat(new String(forgotten.get(0).key(), StandardCharsets.UTF_8)).isEqualTo("acme#conv-1");
    assertThat(forgotten.get(0).value()).isNull();
    assertThat(topology.stored("tenants.conversations-state")).containsExactly("acme#conv-2");
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
  void shouldBuryAContentThatFitsIntoNoItemAndRememberNothing() {
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
                            entry.getRole() == EntryRole.USER ? "user" : "assistant",
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

  private void assertWritten(String... lines) {
    assertThat(topology.values(CONVERSATIONS))
        .extracting(TenantsConversationsTest::line)
        .containsExactly(lines);
  }

  private static String line(Conversation conversation) {
    String entries =
        conversation.getEntries().stream()
            .map(entry -> entry.getRole() + " " + entry.getContent())
            .collect(Collectors.joining(","));
    Long clearedAt = conversation.getClearedAt();
    return entries + " " + (clearedAt == null ? "-" : clearedAt) + " " + conversation.getRev();
  }
}
