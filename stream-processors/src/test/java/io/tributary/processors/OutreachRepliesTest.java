package io.tributary.processors;

import static io.tributary.processors.DrivenTopology.START;
import static io.tributary.processors.outreach.OutreachFacts.EMAIL;
import static io.tributary.processors.outreach.OutreachFacts.SENDER;
import static io.tributary.processors.outreach.OutreachFacts.TEL;
import static io.tributary.processors.outreach.OutreachFacts.handOff;
import static io.tributary.processors.outreach.OutreachFacts.message;
import static io.tributary.processors.outreach.OutreachFacts.reply;
import static io.tributary.processors.outreach.OutreachFacts.request;
import static io.tributary.processors.outreach.OutreachFacts.sent;
import static io.tributary.processors.outreach.OutreachFacts.update;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.outreach.ChannelMethod;
import io.tributary.avro.outreach.ChannelReply;
import io.tributary.avro.outreach.ConversationRequest;
import io.tributary.avro.outreach.ConversationUpdate;
import io.tributary.avro.outreach.InitialMessageSent;
import io.tributary.avro.outreach.OutreachConversation;
import io.tributary.avro.outreach.OutreachReply;
import io.tributary.avro.outreach.ReplyRoute;
import io.tributary.channels.provider.Provider;
import io.tributary.schemas.key.PhoneNumber;
import io.tributary.schemas.topic.OutreachTopics;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class OutreachRepliesTest {

  private static final String COMPANY = "replies@company.example";

  @AutoClose private final DrivenOutreach outreach = new DrivenOutreach();

  /** A gateway whose clock is behind accepts a reply to what has ended by another's. */
  @Test
  void shouldNotTakeASecondLifeForTheFirst() {
    outreach.send(START, request("r1").setLifeS(60L).build());
    outreach.send(START.plusSeconds(60), request("r1").setCompanySender("+447700900888").build());
    outreach.send(START.plusSeconds(59), reply("SM1", "hello"));

    assertThat(outreach.deadLetters()).containsExactly("CONVERSATION_NOT_FOUND");
    assertThat(outreach.replies()).isEmpty();
  }

  /** Both name the same number and the same recipient, the other one later and more often. */
  @Test
  void shouldGiveAReplyToTheCompanyOfItsAccountAlone() {
    outreach.send(START, request("mine").build());
    for (int i = 0; i < 101; i++) {
      outreach.send(START.plusSeconds(1), request("r" + i).setCompanyId("other").build());
    }
    outreach.send(START.plusSeconds(2), ofCompany("ci-aaa-001", "SM1"));
    outreach.send(START.plusSeconds(2), ofCompany("other", "SM2"));
    outreach.send(START.plusSeconds(2), ofCompany(null, "SM3"));
    outreach.send(START.plusSeconds(2), ofCompany("third", "SM4"));
    outreach.send(START.plusSeconds(2), ofCompany("", "SM5"));

    assertThat(outreach.replies())
        .extracting(OutreachReply::getRequestId)
        .containsExactly("mine", "r100", "r100");
    assertThat(outreach.deadLetters())
        .containsExactly("CONVERSATION_NOT_FOUND", "CONVERSATION_NOT_FOUND");
  }

  /** Conversations of before are under the form of their request, later ones under one. */
  @ParameterizedTest
  @CsvSource({
    "+5215512345678, +525512345678",
    "+5491123456789, +541123456789",
    "+5541988887777, +554188887777",
  })
  void shouldFindTheConversationOfTheOtherFormOfANumber(String marked, String plain) {
    assertThat(PhoneNumber.single(marked)).isEqualTo(plain);
    List<String> others = List.of(marked, plain);
    outreach.send(marked, START, request("old").setRecipientTel(marked).build());
    outreach.send(plain, others, START.plusSeconds(1), from(plain, "SM1"));
    outreach.send(plain, others, START.plusSeconds(1), from(marked, "SM2"));
    outreach.send(plain, others, START.plusSeconds(1), from(marked, "SM2"));
    outreach.send(
        plain,
        List.of(marked),
        START.plusSeconds(2),
        new ConversationUpdate(
            "ci-aaa-001#pi-aaa-001#old#" + marked.substring(1), "u1", handOff(null)));
    outreach.send(plain, START.plusSeconds(3), request("new").setRecipientTel(plain).build());
    outreach.send(plain, START.plusSeconds(4), request("newest").setRecipientTel(marked).build());
    outreach.send(plain, others, START.plusSeconds(5), from(plain, "SM3"));
    outreach.send(plain, others, START.plusSeconds(5), from(marked, "SM4"));

    assertThat(outreach.deadLetters()).isEmpty();
    assertThat(outreach.replies())
        .extracting(reply -> reply.getRequestId() + ' ' + reply.getPrimaryChannel())
        .containsExactly("old " + marked, "old " + marked, "newest " + marked, "newest " + marked);
    assertThat(outreach.conversations())
        .filteredOn(conversation -> conversation.getRequest().getRequestId().equals("old"))
        .last()
        .returns(true, OutreachConversation::getHandOffToHuman);
  }

  /** There the conversation may be requested later, and the reply be redriven. */
  @Test
  void shouldRefuseAStrangersReply() {
    outreach.send(
        "+525512345678",
        List.of("+5215512345678", "+525512345678"),
        START,
        from("+5215512345678", "SM1"));
    assertThat(outreach.topology.keys(OutreachTopics.DEAD_LETTERS))
        .containsExactly("+525512345678");
  }

  private static ChannelReply from(String number, String sid) {
    return reply("whatsapp", number, SENDER, sid, "hello");
  }

  private static ChannelReply ofCompany(@Nullable String company, String sid) {
    ChannelReply reply = reply(sid, "hello");
    reply.setCompanyId(company);
    return reply;
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "-,     -,                               -, assistant",
        "false, +447700900123,                   -, assistant",
        "true,  -,                               -, human",
        "true,  '',                              -, human",
        "true,  +447700900123,                   -, human",
        "true,  +447700900124|WhatsApp:+447700900123, -, human",
        "true,  +447700900124,                   -, assistant",
        "true,  +447700900124,  +447700900123, assistant",
        "true,  -,                   a@b.example, human"
      })
  void shouldRouteRepliesOfNumbersAsTheRequestWants(
      @Nullable Boolean flag,
      @Nullable String numbers,
      @Nullable String emails,
      ReplyRoute expected) {
    outreach.send(
        START,
        request("r1")
            .setAutoQueueReplyMessage(flag)
            .setAutoQueueReplyMessageFromNumber(list(numbers))
            .setAutoQueueReplyMessageFromEmail(list(emails))
            .build());
    outreach.send(START, update("r1", "u1", handOff(null)));
    outreach.send(START, reply("SM1", "hello"));

    assertThat(outreach.replies()).extracting(OutreachReply::getRoute).containsExactly(expected);
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "-,             -,                           human",
        "-,             Alex.Doe@example.com,        human",
        "-,             other@example.com,           assistant",
        "+447700900124, -,                           human",
      })
  void shouldRouteRepliesByMailAsTheRequestWants(
      @Nullable String numbers, @Nullable String emails, ReplyRoute expected) {
    outreach.send(
        START,
        byMail("r1")
            .setAutoQueueReplyMessage(true)
            .setAutoQueueReplyMessageFromNumber(list(numbers))
            .setAutoQueueReplyMessageFromEmail(list(emails))
            .build());
    outreach.send(EMAIL, START, mail("m-1", "Yes"));

    assertThat(outreach.replies()).extracting(OutreachReply::getRoute).containsExactly(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "In-Reply-To: <first@company.example>, r1",
    "References: <first@company.example> <unknown@b.example>, r1",
    "References: <first@company.example> <second@company.example> <unknown@b.example>, r2",
    "In-Reply-To: <0100018f-2c3d-000000@eu-west-1.amazonses.com>, r1",
    "In-Reply-To: <asked@alex.example>, r1",
    "In-Reply-To: <unknown@b.example>, r2",
    "Subject: Re: first@company.example, r2",
  })
  void shouldGiveAReplyToTheConversationOfTheMessageThatItAnswers(String header, String expected) {
    outreach.send(START, byMail("r1").build());
    outreach.send(EMAIL, START, mail("m-0", "?", "Message-ID: <asked@alex.example>"));
    InitialMessageSent first =
        InitialMessageSent.newBuilder()
            .setEmailId("<first@company.example>")
            .setMessage(message("0100018f-2c3d-000000", "Hello"))
            .build();
    outreach.send(EMAIL, START, updateByMail("r1", first));
    outreach.send(START, byMail("r2").build());
    InitialMessageSent second =
        InitialMessageSent.newBuilder().setMessage(message("second@company.example", "Hi")).build();
    outreach.send(EMAIL, START, updateByMail("r2", second));

    outreach.send(EMAIL, START, mail("m-1", "Yes", header));

    assertThat(outreach.replies())
        .extracting(OutreachReply::getRequestId)
        .containsExactly("r1", expected);
  }

  @Test
  void shouldGiveAMessageToTheConversationOfTheOneThatItQuotes() {
    outreach.send(START, request("r1").build());
    outreach.send(
        START,
        update(
            "r1", "u1", InitialMessageSent.newBuilder().setMessage(message("SM9", "?")).build()));
    outreach.send(START, request("r2").build());
    outreach.send(
        START, reply("whatsapp", TEL, SENDER, "SM1", "Yes", "&OriginalRepliedMessageSid=SM9"));

    OutreachReply reply = outreach.replies().get(0);
    assertThat(reply.getRequestId()).isEqualTo("r1");
    assertThat(reply.getAnsweredId()).isEqualTo("SM9");
  }

  private static ConversationUpdate updateByMail(String requestId, InitialMessageSent sent) {
    return new ConversationUpdate("ci-aaa-001#pi-aaa-001#" + requestId + '#' + EMAIL, "u1", sent);
  }

  @Test
  void shouldNameAttachments() {
    String media =
        "&NumMedia=2&MediaUrl0=https%3A%2F%2Fm.example%2F0&MediaContentType0=image%2Fjpeg"
            + "&MediaUrl1=https%3A%2F%2Fm.example%2F1&MediaContentType1=application%2Fpdf";
    outreach.send(START, request("r1").build());
    outreach.send(START, reply("whatsapp", TEL, SENDER, "SM1", "my cv", media));
    outreach.send(START, reply("whatsapp", TEL, SENDER, "SM2", "", media));

    String lines =
        "[image image/jpeg https://m.example/0]\n[document application/pdf https://m.example/1]";
    assertThat(outreach.conversation().getMessages())
        .extracting(entry -> entry.getContent().toString())
        .containsExactly("my cv\n" + lines, lines);
    assertThat(outreach.replies()).extracting(OutreachReply::getText).containsExactly("my cv", "");
  }

  @Test
  void shouldCutContentBetweenCharactersAndPassOnAll() {
    String text = "a" + "\uD83D\uDE00".repeat(10_000);
    outreach.send(START, request("r1").build());
    outreach.send(START, reply("SM1", text));

    String content = outreach.conversation().getMessages().get(0).getContent();
    assertThat(content).isEqualTo("a" + "\uD83D\uDE00".repeat(8191));
    assertThat(outreach.replies().get(0).getText()).isEqualTo(text);
  }

  @Test
  void shouldCutNothingOfContentThatJustFits() {
    String text = "\uD83D\uDE00".repeat(8192);
    outreach.send(START, request("r1").build());
    outreach.send(START, reply("SM1", text));

    assertThat(outreach.conversation().getMessages().get(0).getContent()).isEqualTo(text);
  }

  private static ConversationRequest.Builder byMail(String requestId) {
    return request(requestId)
        .setChannelMethod(ChannelMethod.email)
        .setCompanySender(COMPANY)
        .setRecipientEmail(EMAIL);
  }

  /** What SES brings, as the gateway keeps it. */
  private static ChannelReply mail(String id, String text) {
    return mail(id, text, "In-Reply-To: <first@company.example>");
  }

  private static ChannelReply mail(String id, String text, String header) {
    String mime =
        "From: Alex Doe <Alex.Doe@example.com>\\\\r\\\\n"
            + header
            + "\\\\r\\\\n"
            + "Content-Type: multipart/mixed; boundary=b\\\\r\\\\n\\\\r\\\\n--b\\\\r\\\\n\\\\r\\\\n"
            + text
            + "\\\\n[a]\\\\r\\\\n--b\\\\r\\\\nContent-Type: application/pdf; name=cv.pdf\\\\r\\\\n\\\\r\\\\n"
            + "abc\\\\r\\\\n--b--\\\\r\\\\n";
    String body =
        """
        {"Type":"Notification","Message":"{\\"notificationType\\":\\"Received\\",\
        \\"mail\\":{\\"timestamp\\":\\"2026-01-01T00:00:00.000Z\\",\
        \\"source\\":\\"alex.doe@example.com\\",\\"messageId\\":\\"%s\\"},\
        \\"receipt\\":{\\"recipients\\":[\\"replies@company.example\\"]},\
        \\"content\\":\\"%s\\"}"}"""
            .formatted(id, mime);
    ByteBuffer raw =
        Provider.format("ses")
            .orElseThrow()
            .read("main", "text/plain", body.getBytes(StandardCharsets.UTF_8), 1_000_000)
            .messages()
            .get(0)
            .raw();
    return ChannelReply.newBuilder()
        .setProvider("ses")
        .setAccount("main")
        .setChannelType("email")
        .setChannelId(COMPANY)
        .setEventId("ses:" + id)
        .setRaw(raw)
        .build();
  }

  private static @Nullable List<String> list(@Nullable String joined) {
    return joined == null
        ? null
        : Stream.of(joined.split("\\|")).filter(part -> !part.isEmpty()).toList();
  }
}
