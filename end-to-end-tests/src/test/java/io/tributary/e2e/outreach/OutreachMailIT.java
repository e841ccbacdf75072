package io.tributary.e2e.outreach;

import static io.tributary.harness.store.Fields.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.channel.SignedReplies;
import io.tributary.harness.http.RawConnection;
import io.tributary.harness.http.Request;
import io.tributary.harness.pipeline.OnSharedPipeline;
import io.tributary.harness.pipeline.SharedPipeline.Bench;
import io.tributary.harness.store.AvroFiles;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Mail that is as large as it may be, in a gateway with a heap of 256 MB. */
@OnSharedPipeline
final class OutreachMailIT {

  private static final int MAIL = 30 * 1024 * 1024;

  /** Bytes of a mail's body beside its file. */
  private static final int FORM = 520;

  private final Bench bench;
  private final OutreachApi api;
  private final AvroFiles avro = new AvroFiles();

  OutreachMailIT(Bench bench) {
    this.bench = bench;
    this.api = new OutreachApi(bench.http(), bench.pipeline().http());
  }

  @Test
  void shouldTakeAMailOfThirtyMebibytesAndNoneBeyond() throws Exception {
    String ida = "ida@mail.example";
    String id =
        api.begin(OutreachSamples.request("big-4", "email", ida, "big@company.example", ""));
    Request largest = mail(MAIL - FORM);
    assertThat(largest.body().length()).isBetween(MAIL - 200, MAIL);
    assertThat(api.deliver(largest)).isEmpty();
    bench.pipeline().awaitDrained();

    assertThat(new OutreachItems(bench.tables()).entries(ida, id))
        .hasSize(1)
        .first()
        .asString()
        .startsWith("user: with a film\n[video film.mp4 video/mp4 " + (MAIL - FORM) + " bytes sha")
        .hasSizeLessThan(200);
    assertThat(statusOf(MAIL + 1)).isEqualTo("413");
  }

  /** Names of character sets in mails, the sets of the JDK, and texts. */
  private static final List<List<String>> SETS =
      List.of(
          List.of("gb2312", "GBK", "世話 交換€"),
          List.of("iso-8859-1", "windows-1252", "“Z” – 5 €"),
          List.of("us-ascii", "windows-1252", "don’t"),
          List.of("iso-8859-8-i", "ISO-8859-8", "שלום"),
          List.of("iso-8859-6-e", "ISO-8859-6", "مرحبا"),
          List.of("x-sjis", "windows-31j", "①髙"),
          List.of("iso-2022-jp", "x-windows-iso2022jp", "㈱ テスト"),
          List.of("ks_c_5601-1987", "x-windows-949", "똠방각하"),
          List.of("cn-big5", "x-windows-950", "價格€"),
          List.of("iso-8859-9", "windows-1254", "ğ €"),
          List.of("tis-620", "x-windows-874", "สวัสดี€"),
          List.of("koi8-ru", "KOI8-U", "Привіт"),
          List.of("x-cp1251", "windows-1251", "№ 1"));

  /** Also from a quoted mailbox, with an invitation without a name, and a bounce. */
  @Test
  void shouldStoreMailsAsTheirProgramsMeantThem() throws Exception {
    String author = "a..b@mail.example";
    String id =
        api.begin(OutreachSamples.request("sets", "email", author, "sets@company.example", ""));
    for (List<String> set : SETS) {
      assertThat(api.deliver(mailOf(mime(set.get(0), set.get(1), set.get(2)), author))).isEmpty();
    }
    String bounce = "From: MAILER-DAEMON (Mail Delivery System)\n\nundeliverable";
    assertThat(api.deliver(mailOf(bounce, ""))).isEmpty();
    bench.pipeline().awaitDrained();

    assertThat(new OutreachItems(bench.tables()).entries(author, id))
        .map(entry -> entry.replaceAll(" sha256:[0-9a-f]*", ""))
        .containsExactlyElementsOf(
            expected(
                "user: %2$s\n[document %2$s.pdf application/pdf 3 bytes]\n[document text/calendar 15 bytes]"));
    assertThat(
            bench.topics().read("outreach.replies").stream()
                .map(reply -> avro.decode(reply.raw().value()))
                .filter(reply -> author.equals(text(reply, "primary_channel")))
                .map(reply -> text(reply, "sender_name") + reply.get("metadata")))
        .containsExactlyInAnyOrderElementsOf(expected("%2$s{subject=%2$s, message_id=%1$s}"));
    assertThat(
            bench.topics().read("outreach.dead-letters").stream()
                .map(deadLetter -> new String(deadLetter.raw().value(), StandardCharsets.UTF_8)))
        .noneMatch(deadLetter -> deadLetter.contains("MAILER-DAEMON"));
  }

  /** A text for each set, of its name and its text. */
  private static List<String> expected(String format) {
    return SETS.stream().map(set -> format.formatted(set.get(0), set.get(2))).toList();
  }

  private static String mime(String name, String charset, String text) {
    return """
        From: =?%1$s?B?%2$s?= <"a..b"@mail.example>
        Subject: =?%1$s?B?%2$s?=
        Message-ID: <%1$s>
        Content-Type: multipart/mixed; boundary=x

        --x
        Content-Type: text/plain; charset=%1$s
        Content-Transfer-Encoding: base64

        %2$s
        --x
        Content-Type: application/pdf; name="=?%1$s?B?%2$s?=.pdf"

        abc
        --x
        Content-Type: text/calendar

        BEGIN:VCALENDAR
        --x--
        """
        .formatted(
            name, Base64.getEncoder().encodeToString(text.getBytes(Charset.forName(charset))));
  }

  private static Request mailOf(String mime, String returnPath) {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("email", mime);
    fields.put("envelope", "{\"to\":[\"sets@company.example\"],\"from\":\"" + returnPath + "\"}");
    return SignedReplies.sendgrid(fields);
  }

  /** Announces a body of that length, sends none of it, and gives the status of the answer. */
  private String statusOf(int length) throws IOException {
    Request small = mail(1);
    StringBuilder head = new StringBuilder("POST " + small.path() + " HTTP/1.1\r\nHost: x\r\n");
    small.headers().forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
    head.append("Content-Length: " + length + "\r\n\r\n");
    try (RawConnection connection = new RawConnection(bench.pipeline().http())) {
      connection.say(head.toString());
      return RawConnection.statuses(connection.hearAll());
    }
  }

  private static Request mail(int bytes) {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("headers", "Message-ID: <big@mail.example>\nFrom: ida@mail.example");
    fields.put("envelope", "{\"to\":[\"big@company.example\"],\"from\":\"b@mail.example\"}");
    fields.put("text", "with a film");
    fields.put("attachment1; filename=\"film.mp4\"", "x".repeat(bytes));
    fields.put("attachment-info", "{\"attachment1\":{\"type\":\"video/mp4\"}}");
    return SignedReplies.sendgrid(fields);
  }
}
