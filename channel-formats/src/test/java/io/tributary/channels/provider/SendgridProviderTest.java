package io.tributary.channels.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tributary.avro.channels.Attachment;
import io.tributary.channels.Identity;
import io.tributary.channels.ProviderBatch;
import io.tributary.channels.ProviderMessage;
import io.tributary.schemas.key.tenants.ChannelKey;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

final class SendgridProviderTest {

  /** The SHA-256 of {@code abc}, of FIPS 180-4. */
  private static final String ABC =
      "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

  private static final String HEADERS = Mails.MIME.substring(0, Mails.MIME.indexOf("\n\n"));

  private static final String OF_PARTS =
      """
        From: =?utf-8?q?Zo=C3=AB?= <zoe@example.com>
        Subject: =?iso-8859-1?q?caf=E9?=
        Content-Type: multipart/mixed; boundary=outer

        --outer
        Content-Type: multipart/alternative; boundary=inner

        --inner
        Content-Type: text/plain; charset=iso-8859-15
        Content-Transfer-Encoding: quoted-printable

        caf=E9 =
        2 =A4
        --inner
        Content-Type: text/html; charset=utf-8
        Content-Transfer-Encoding: base64

        PGI+Y2Fmw6k8L2I+
        --inner--
        --outer
        Content-Type: image/png; name="=?utf-8?q?=C3=A9.png?="
        Content-Disposition: inline
        Content-Transfer-Encoding: base64

        YWJj
        --outer
        Content-Type: message/rfc822

        From: boss@example.com
        Subject: within

        I owe you nothing
        --outer
        Content-Disposition: attachment; filename*=utf-8''%C3%A9.txt

        abc
        --outer--
        """;

  private static final Map<String, String> METADATA =
      Map.of(
          "subject",
          "Re: your application",
          "message_id",
          "ABC-1@example.com",
          "references",
          "out-1@company.example out-2@company.example",
          "spf",
          "pass",
          "dkim",
          "{@example.com : pass}",
          "spam",
          "0.1");

  @Test
  void shouldReadAMailOfFields() {
    ProviderMessage message =
        Mails.parsed(
            "headers",
            HEADERS,
            "text",
            "Yes\r\n",
            "html",
            "<b>Yes!</b>",
            "SPF",
            "pass",
            "dkim",
            "{@example.com : pass}",
            "spam_score",
            "0.1",
            "subject",
            "other",
            "from",
            "x@y.example");

    assertThat(message)
        .isEqualTo(
            new ProviderMessage(
                new ChannelKey("email", "replies@company.example"),
                "email-replies@company.example-alex.doe@example.com",
                Optional.of("sendgrid:abc-1@example.com"),
                "alex.doe@example.com",
                Optional.of("Alex Doe"),
                "alex.doe@example.com",
                Optional.of("out-2@company.example"),
                "Yes",
                List.of(),
                OptionalLong.of(1767225600000L),
                METADATA,
                message.raw(),
                Identity.NONE));
  }

  @Test
  void shouldReadTheSameOfAWholeMail() {
    ProviderMessage fields = Mails.parsed("headers", HEADERS, "text", "Yes\n");
    ProviderMessage whole = Mails.raw(Mails.bytes(Mails.MIME));
    ProviderMessage onTheWire = Mails.raw(Mails.bytes(Mails.MIME.replace("\n", "\r\n")));

    assertThat(whole).usingRecursiveComparison().ignoringFields("raw").isEqualTo(fields);
    assertThat(onTheWire).usingRecursiveComparison().ignoringFields("raw").isEqualTo(fields);
  }

  @Test
  void shouldReferToFilesAndKeepNothingOfThem() {
    Map<String, byte[]> fields =
        Mails.fields(
            "headers",
            HEADERS,
            "text",
            "",
            "attachments",
            "2",
            "attachment-info",
            "{\"attachment2\":{\"filename\":\"r\u00e9sum\u00e9.png\",\"type\":\"image/png\"}}");
    fields.put("attachment1; filename=\"caf\u00e9.pdf\"\r\nContent-Type: application/pdf", abc());
    fields.put("attachment2; filename=\"x\"", abc());

    ProviderMessage message = Mails.one(Mails.sendgrid(fields));

    assertThat(message.text()).isEmpty();
    assertThat(message.attachments())
        .containsExactly(
            new Attachment("document", ABC, null, "caf\u00e9.pdf", "application/pdf", 3L),
            new Attachment("image", ABC, null, "r\u00e9sum\u00e9.png", "image/png", 3L));
    assertThat(Bodies.text(message.raw())).contains(ABC).doesNotContain("abc\"");
  }

  @Test
  void shouldReferToFilesWithoutANameInBothModes() {
    Map<String, byte[]> fields = Mails.fields("headers", HEADERS, "attachments", "2");
    fields.put("attachment1", abc());
    fields.put("attachment2; filename=\"\"\r\nContent-Type: text/calendar", abc());

    assertThat(Mails.one(Mails.sendgrid(fields)).attachments())
        .containsExactly(
            new Attachment("document", ABC, null, null, "text/plain", 3L),
            new Attachment("document", ABC, null, null, "text/calendar", 3L));

    fields.put("attachment-info", Mails.bytes("{\"attachment1\":{\"type\":\"image/png\"}}"));
    assertThat(Mails.one(Mails.sendgrid(fields)).attachments().get(0))
        .isEqualTo(new Attachment("image", ABC, null, null, "image/png", 3L));
    assertThat(
            Mails.raw(
                    Mails.bytes(
                        HEADERS
                            + "\nContent-Type: multipart/mixed; boundary=x\n\n--x\n"
                            + "Content-Type: text/calendar; method=REQUEST\n\nabc\n--x\n"
                            + "Content-Disposition: attachment\n\nabc\n--x--\n"))
                .attachments())
        .extracting(Attachment::getId, Attachment::getName, Attachment::getContentType)
        .containsExactly(tuple(ABC, null, "text/calendar"), tuple(ABC, null, "text/plain"));
  }

  @Test
  void shouldReadThePartsOfAWholeMail() {
    ProviderMessage message = Mails.raw(Mails.bytes(OF_PARTS));

    assertThat(message.text()).isEqualTo("caf\u00e9 2 \u20ac");
    assertThat(message.senderName()).contains("Zo\u00eb");
    assertThat(message.metadata()).containsEntry("subject", "caf\u00e9");
    assertThat(message.attachments())
        .extracting(Attachment::getKind, Attachment::getName, Attachment::getContentType)
        .containsExactly(
            tuple("image", "\u00e9.png", "image/png"),
            tuple("document", null, "message/rfc822"),
            tuple("document", "\u00e9.txt", "text/plain"));
    assertThat(message.attachments().get(0).getId()).isEqualTo(ABC);
    assertThat(message.attachments().get(2).getId()).isEqualTo(ABC);
  }

  @Test
  void shouldReadFieldsInTheirCharacterSets() {
    Map<String, byte[]> fields =
        Mails.fields(
            "headers", HEADERS, "charsets", "{\"text\":\"iso-8859-1\",\"subject\":\"UTF-8\"}");
    fields.put("text", "caf\u00e9".getBytes(StandardCharsets.ISO_8859_1));
    assertThat(Mails.one(Mails.sendgrid(fields)).text()).isEqualTo("caf\u00e9");

    fields.put("charsets", Mails.bytes("{\"text\":\"iso-8859-15\"}"));
    fields.put("text", new byte[] {'2', ' ', (byte) 0xa4});
    assertThat(Mails.one(Mails.sendgrid(fields)).text()).isEqualTo("2 \u20ac");
    fields.put("text", "caf\u00e9".getBytes(StandardCharsets.ISO_8859_1));

    for (String wrong : new String[] {"{\"text\":\"no such set\"}", "{", "[]", "{\"text\":7}"}) {
      fields.put("charsets", Mails.bytes(wrong));
      assertThat(Mails.one(Mails.sendgrid(fields)).text()).as(wrong).isEqualTo("caf\u00e9");
    }
  }

  @Test
  void shouldShowTheWordsOfHtmlWhenThereIsNoText() {
    String html =
        "<html><head><style>p{}</style><title>t</title></head><body><script>x()</script>"
            + "<p>Yes,&nbsp;please &lt;3</p><div>On <b>Mon</b>day<br>at nine</div></body></html>";

    assertThat(Mails.parsed("headers", HEADERS, "text", " ", "html", html).text())
        .isEqualTo("Yes, please <3\n\nOn Monday\nat nine");
  }

  @Test
  void shouldTakeTheSubjectWhenNothingElseIsSaid() {
    assertThat(Mails.parsed("headers", "From: a@b.example\nSubject: call me").text())
        .isEqualTo("call me");
    assertThat(Mails.sendgrid(Mails.fields("headers", "From: a@b.example")).ignored())
        .isEqualTo(Map.of("empty", 1));
  }

  @Test
  void shouldDistinguishMailsWithoutAnId() {
    String headers = "From: a@b.example\nDate: Thu, 1 Jan 2026 00:00:00 GMT";
    String id = Mails.parsed("headers", headers, "text", "a").eventId().orElseThrow();

    assertThat(id).startsWith("sendgrid:~").hasSize(53);
    assertThat(Mails.parsed("headers", headers, "text", "a").eventId()).contains(id);
    assertThat(Mails.parsed("headers", headers, "text", "b").eventId())
        .isNotEqualTo(Optional.of(id));
    assertThat(Mails.parsed("headers", headers.replace("00 G", "01 G"), "text", "a").eventId())
        .isNotEqualTo(Optional.of(id));
  }

  @Test
  void shouldTakeFieldsForHeadersThatAreMissing() {
    ProviderMessage message =
        Mails.parsed("from", "Alex <a@b.example>\r\nTo: x", "subject", "hi", "text", "a");

    assertThat(message.senderId()).isEqualTo("a@b.example");
    assertThat(message.metadata()).containsEntry("subject", "hi");
  }

  /** A name may say anything, also what looks like somebody else's address. */
  @Test
  void shouldNeverTakeANameForAnAddress() {
    for (String from :
        new String[] {
          "\"boss@company.example\" <a@b.example>",
          "\"<boss@company.example>\" <a@b.example>",
          "\"<boss@company.example>, and\" <a@b.example>",
          "\"\\\"<boss@company.example>, and\\\"\" <a@b.example>",
          "=?utf-8?q?=3Cboss=40company.example=3E=2C?= <A@B.example>",
          "a@b.example (<boss@company.example>, (Alex))",
          "Friends: \"x, y\" <a@b.example>, boss@company.example;",
          "<a@b.example>, <boss@company.example>",
          "a@b.example",
          "Alex Doe a@b.example",
          "Alex < a@b.example ",
          "\"a\"@b.example",
          "A <\"a\"@b.example>",
          "A <\"\\a\"@b.example>",
        }) {
      assertThat(Mails.parsed("headers", "From: " + from, "text", "a").senderId())
          .as(from)
          .isEqualTo("a@b.example");
    }
    assertThat(Mails.parsed("headers", "From: \"a..b>\"@c.example", "text", "a").senderId())
        .isEqualTo("bounce@example.com");
    assertThat(Mails.parsed("headers", "From: A <\"a..b\"@c.example>", "text", "a").senderId())
        .isEqualTo("a..b@c.example");
  }

  @Test
  void shouldTakeTheReturnPathForTheAuthorOfNoUsableHeader() {
    for (String headers :
        new String[] {
          "From: a@b.example\nfrom: boss@company.example",
          "From: <a@b.example> <boss@company.example>",
          "From: a@b.example boss@company.example",
          "From: boss at company.example",
          "From: \"boss\"",
          "From: MAILER-DAEMON (Mail Delivery System)",
          "Subject: x"
        }) {
      Map<String, byte[]> fields = Mails.fields("headers", headers, "text", "a");
      assertThat(Mails.one(Mails.sendgrid(fields)).senderId())
          .as(headers)
          .isEqualTo("bounce@example.com");

      fields.put("envelope", Mails.bytes("{\"to\":[\"a@b.example\"],\"from\":\"\"}"));
      assertThat(Mails.sendgrid(fields))
          .as(headers)
          .isEqualTo(new ProviderBatch(List.of(), List.of(), Map.of("no_author", 1)));
    }
  }

  @Test
  void shouldCutTooLargeRecords() {
    String text = "\u00e9\"\n".repeat(1000);
    Map<String, byte[]> fields =
        Mails.fields("headers", HEADERS, "text", text, "html", "<p>" + text + "</p>");

    ProviderMessage whole = read(fields, 100_000);
    ProviderMessage plain = read(fields, 8000);
    ProviderMessage cut = read(fields, 2000);

    assertThat(Bodies.text(whole.raw())).contains("<p>");
    assertThat(plain.text()).isEqualTo(whole.text());
    assertThat(Bodies.text(plain.raw())).doesNotContain("<p>");
    assertThat(whole.text()).startsWith(cut.text()).hasSizeGreaterThan(cut.text().length());
    assertThat(cut.raw().remaining()).isBetween(1980, 2000);
    assertThat(cut.metadata()).containsEntry("truncated", "true");
    assertThat(plain.metadata()).doesNotContainKey("truncated");
    assertThat(cut.eventId()).isEqualTo(whole.eventId());
  }

  private static ProviderMessage read(Map<String, byte[]> fields, long largest) {
    return Mails.one(new SendgridProvider().read("main", Mails.FORM, Mails.form(fields), largest));
  }

  private static byte[] abc() {
    return Mails.bytes("abc");
  }
}
