package io.tributary.processors;

import static io.tributary.processors.DrivenTopology.START;
import static io.tributary.processors.outreach.OutreachFacts.EMAIL;
import static io.tributary.processors.outreach.OutreachFacts.SENDER;
import static io.tributary.processors.outreach.OutreachFacts.TEL;
import static io.tributary.processors.outreach.OutreachFacts.answered;
import static io.tributary.processors.outreach.OutreachFacts.call;
import static io.tributary.processors.outreach.OutreachFacts.completed;
import static io.tributary.processors.outreach.OutreachFacts.conversation;
import static io.tributary.processors.outreach.OutreachFacts.handOff;
import static io.tributary.processors.outreach.OutreachFacts.message;
import static io.tributary.processors.outreach.OutreachFacts.reply;
import static io.tributary.processors.outreach.OutreachFacts.request;
import static io.tributary.processors.outreach.OutreachFacts.sent;
import static io.tributary.processors.outreach.OutreachFacts.update;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.outreach.AssistantMessage;
import io.tributary.avro.outreach.ChannelMethod;
import io.tributary.avro.outreach.ChannelReply;
import io.tributary.avro.outreach.ConversationUpdate;
import io.tributary.avro.outreach.InitialMessageSent;
import io.tributary.avro.outreach.OutreachEvent;
import io.tributary.avro.outreach.SendingFailed;
import io.tributary.processors.outreach.OutreachFacts;
import io.tributary.schemas.header.RecordHeader;
import io.tributary.schemas.topic.OutreachTopics;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecordBase;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What no gateway of ours can have sent goes to the dead letters, and what is behind it goes on.
 */
final class OutreachPoisonTest {

  @AutoClose private final DrivenOutreach outreach = new DrivenOutreach();

  static Stream<SpecificRecordBase> withBadKeys() {
    return Stream.of(
        request("r#1").build(),
        request("r1").setCompanyId("").build(),
        request("r1").setProjectId("p".repeat(129)).build(),
        request("r1").setRecipientEmail("Alex@example.com").build(),
        request("r1").setCompanySender("447700900999").build(),
        request("r1").setCompanySender(EMAIL).build(),
        request("r1").setRecipientTel("+447700900124").build(),
        request("r1").setRecipientTel(null).build(),
        request("r1").setChannelMethod(ChannelMethod.EMAIL).setCompanySender(null).build(),
        new ConversationUpdate("ci#pi#r1", "u1", completed()),
        new ConversationUpdate("ci#pi#r1#447700900124", "u1", completed()),
        new ConversationUpdate("ci#pi#r1#+447700900123", "u1", completed()),
        update("r1", "u#1", completed()),
        update("r1", "", completed()),
        update("r1", "u1", answered("m#1", "Hi")),
        update("r1", "u1", answered("m".repeat(513), "Hi")),
        changed(reply("SM1", "hello"), "e".repeat(513), "whatsapp", SENDER),
        changed(reply("SM1", "hello"), "twilio:AC1:SM1", "WhatsApp", SENDER),
        changed(reply("SM1", "hello"), "twilio:AC1:SM1", "whatsapp", "+44#7"));
  }

  @ParameterizedTest
  @MethodSource("withBadKeys")
  void shouldBuryBadKeys(SpecificRecordBase what) {
    assertBuried(what, "INVALID_KEY");
  }

  static Stream<SpecificRecordBase> withBadValues() {
    AssistantMessage tokens = message("m1", "Hi");
    tokens.setAiTotalTokens((1L << 53) + 1);
    AssistantMessage time = message("m1", "Hi");
    time.setProcessingTimeMs(-1L);
    return Stream.of(
        request("r1").setLife(0L).build(),
        request("r1").setLife(10_000_000_000L).build(),
        request("r1").setProjectData("{").build(),
        request("r1").setCompanyName("n".repeat(40 * 1024)).build(),
        update("r1", "u1", answered("m1", "")),
        update("r1", "u1", answered("m1", "\u20AC".repeat(10_923))),
        update("r1", "u1", InitialMessageSent.newBuilder().setMessage(tokens).build()),
        update("r1", "u1", InitialMessageSent.newBuilder().setMessage(time).build()),
        update("r1", "u1", InitialMessageSent.newBuilder().setProcessingTimeMs(-1L).build()),
        update("r1", "u1", InitialMessageSent.newBuilder().setThreadId("t".repeat(513)).build()),
        update("r1", "u1", InitialMessageSent.newBuilder().setEmailId("e".repeat(1025)).build()),
        update("r1", "u1", new SendingFailed("r".repeat(1025))),
        update("r1", "u1", handOff("r".repeat(1025))),
        update("r1", "u1", call("c".repeat(257))));
  }

  @ParameterizedTest
  @MethodSource("withBadValues")
  void shouldBuryBadValues(SpecificRecordBase what) {
    assertBuried(what, "INVALID_VALUE");
  }

  static Stream<ChannelReply> withBadBytes() {
    ChannelReply pigeon = reply("SM1", "hello");
    pigeon.setProvider("pigeon");
    ChannelReply malformed = reply("SM1", "hello");
    malformed.setMalformed("To must be an address of whatsapp");
    return Stream.of(
        withRaw(""),
        withRaw("\u0000\uFFFD=&&%zz"),
        withRaw("MessageStatus=delivered"),
        bytesOf(reply("SM2", "hello")),
        bytesOf(reply("whatsapp", "+447700900124", SENDER, "SM1", "hello")),
        bytesOf(reply("whatsapp", TEL, "+447700900888", "SM1", "hello")),
        bytesOf(reply("sms", TEL, SENDER, "SM1", "hello")),
        pigeon,
        malformed);
  }

  @ParameterizedTest
  @MethodSource("withBadBytes")
  void shouldBuryBytesThatAreNotTheReplyTheyAreTakenForAndRememberNothing(ChannelReply reply) {
    outreach.send(START, request("r1").build());
    outreach.send(START, reply);
    assertThat(outreach.letters()).containsExactly("MALFORMED");
    assertThat(outreach.replies()).isEmpty();

    outreach.send(START, reply("SM1", "hello"));
    assertThat(outreach.replies()).hasSize(1);
  }

  @Test
  void shouldBuryWhatTheGatewayCouldNotReadWithItsReason() {
    ChannelReply malformed = withRaw("garbage");
    malformed.setMalformed("From must be an address of whatsapp");
    outreach.send("whatsapp-malformed-~h", START, malformed);

    assertThat(outreach.topology.headers(OutreachTopics.DEAD_LETTERS, RecordHeader.REASON))
        .containsExactly("From must be an address of whatsapp");
  }

  @Test
  void shouldTakeWhatIsJustAllowed() {
    AssistantMessage message = message("m".repeat(512), "\u20AC".repeat(10_922));
    message.setAiTotalTokens(1L << 53);
    outreach.send(START, request("r".repeat(128)).setLife(9_999_999_999L).build());
    outreach.send(
        START,
        update(
            "r".repeat(128),
            "u".repeat(512),
            InitialMessageSent.newBuilder()
                .setThreadId("\uD83D\uDE00".repeat(128))
                .setEmailId("e".repeat(1024))
                .setMessage(message)
                .build()));
    outreach.send(START, update("r".repeat(128), "u2", handOff("x")));

    assertThat(outreach.letters()).isEmpty();
    assertThat(outreach.conversations()).hasSize(3);
  }

  @Test
  void shouldBuryMomentsKeysAndBytesOfNobody() {
    outreach.send(Instant.ofEpochMilli(1), request("r1").build());
    OutreachEvent event = OutreachFacts.event("fact", START, TEL, request("r1").build());
    outreach.topology.send(OutreachTopics.EVENTS, "+447700900124", event);
    outreach.topology.sendBytes(
        OutreachTopics.EVENTS, TEL.getBytes(StandardCharsets.UTF_8), new byte[] {1});
    outreach.topology.sendBytes(OutreachTopics.EVENTS, null, null);
    outreach.send(START, request("r1").build());

    assertThat(outreach.letters())
        .containsExactly("INVALID_VALUE", "INVALID_KEY", "UNDECODABLE", "UNDECODABLE");
    assertThat(outreach.lines()).containsExactly("r1 PROCESSING");
  }

  @Test
  void shouldBuryWhatStandsInAnotherPartitionThanItsOwn() {
    try (DrivenOutreach one = new DrivenOutreach(6)) {
      List<String> recipients =
          Stream.iterate(0, i -> i + 1).limit(20).map(i -> "+4477009001" + (10 + i)).toList();
      recipients.forEach(tel -> one.send(START, request("r1").setRecipientTel(tel).build()));

      List<String> letters = one.topology.headers(OutreachTopics.DEAD_LETTERS, RecordHeader.REASON);
      assertThat(letters)
          .isNotEmpty()
          .allMatch(
              reason ->
                  reason.matches(
                      "it is in partition 0, but belongs in partition [1-5] of"
                          + " outreach.events"));
      assertThat(one.conversations()).isNotEmpty().hasSize(20 - letters.size());
    }
  }

  private void assertBuried(SpecificRecordBase what, String code) {
    outreach.send(TEL, START, what);
    assertThat(outreach.letters()).containsExactly(code);
    assertThat(outreach.topology.stored("outreach.conversations-state")).isEmpty();

    outreach.send(TEL, START, request("r1").build());
    outreach.send(TEL, START, update("r1", "u1", sent()));
    assertThat(outreach.lines()).containsExactly("r1 PROCESSING", "r1 INITIAL_MESSAGE_SENT");
    assertThat(outreach.topology.stored("outreach.conversations-state"))
        .containsExactly(TEL + "#" + conversation("r1"));
  }

  private static ChannelReply changed(ChannelReply reply, String eventId, String type, String id) {
    reply.setEventId(eventId);
    reply.setChannelType(type);
    reply.setChannelId(id);
    return reply;
  }

  private static ChannelReply withRaw(String raw) {
    ChannelReply reply = reply("SM1", "hello");
    reply.setRaw(ByteBuffer.wrap(raw.getBytes(StandardCharsets.UTF_8)));
    return reply;
  }

  private static ChannelReply bytesOf(ChannelReply other) {
    ChannelReply reply = reply("SM1", "hello");
    reply.setRaw(other.getRaw());
    return reply;
  }
}
