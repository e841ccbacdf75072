package io.tributary.channels.provider;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.channels.Attachment;
import io.tributary.channels.ProviderMessage;
import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Texts of mails as their programs name and write them, by the WHATWG Encoding Standard. */
final class CharacterSetsTest {

  private static final String GERMAN = "Gr\u00fc\u00dfe";

  @ParameterizedTest
  @CsvSource({
    "iso-8859-1, windows-1252, “Hi” – 5€",
    "ISO_8859-1, windows-1252, it’s…",
    "latin1, windows-1252, Œuvre™",
    "' \"Windows-1252\" ', windows-1252, Ž€",
    "us-ascii, UTF-8, naïve 🙂",
    "ascii, windows-1252, don’t",
    "utf8, UTF-8, ✓ été",
    "unicode-1-1-utf-8, UTF-8, ✓",
    "gb2312, GBK, 世話 交換 镕",
    "GB2312, GB18030, 㐀€",
    "chinese, GBK, 換€",
    "x-gbk, x-mswin-936, 价格€",
    "big5, Big5-HKSCS, 嗰啲 堃",
    "cn-big5, x-windows-950, 價格€",
    "shift_jis, windows-31j, ①㈱髙～",
    "x-sjis, windows-31j, Ⅷ纊",
    "euc-jp, x-eucJP-Open, ①㈱日本",
    "iso-2022-jp, x-windows-iso2022jp, ①㈱ﾃｽﾄ",
    "ks_c_5601-1987, x-windows-949, 펲시콜라 똠방",
    "euc-kr, x-windows-949, 믜리",
    "iso-8859-8-i, ISO-8859-8, שלום",
    "iso-8859-8-e, ISO-8859-8, עולם",
    "logical, ISO-8859-8, אב",
    "iso-8859-6-i, ISO-8859-6, مرحبا",
    "iso-8859-9, windows-1254, İstanbul €",
    "tis-620, x-windows-874, สวัสดี€",
    "iso-8859-11, x-windows-874, ไทย",
    "koi8-ru, KOI8-U, Привіт",
    "x-cp1251, windows-1251, Привет №1",
    "cp-1250, windows-1250, Łódź",
    "iso-8859-10, , įšū",
    "iso-8859-14, , Ŵyn ŷ",
    "iso-8859-16, ISO-8859-16, Țară",
    "x-mac-roman, x-MacRoman, Ω≈ç",
    "utf-16, UTF-16LE, Ünï",
    "utf-16be, UTF-16BE, Ünï",
  })
  void shouldReadATextInEveryPlaceOfAMail(String name, String charset, String text) {
    byte[] bytes = bytes(name, charset, text);

    Map<String, byte[]> fields =
        Mails.fields("headers", "From: a@b.example", "charsets", charsets(name));
    fields.put("text", bytes);
    assertThat(Mails.one(Mails.sendgrid(fields)).text()).isEqualTo(text);

    byte[] mime = mail(name.strip().replace("\"", ""), bytes);
    assertRead(Mails.raw(mime), text);
    String encoded = Base64.getEncoder().encodeToString(mime);
    assertRead(
        Mails.one(
            Mails.ses(
                Mails.sns(Mails.received("{\"type\":\"SNS\",\"encoding\":\"BASE64\"}", encoded)))),
        text);
  }

  private static byte[] bytes(String name, String charset, String text) {
    return switch (name) {
      // The JDK lacks both
      case "iso-8859-10" -> HexFormat.of().parseHex("e7babe");
      case "iso-8859-14" -> HexFormat.of().parseHex("d0796e20fe");
      default -> text.getBytes(Charset.forName(charset));
    };
  }

  private static String charsets(String name) {
    return "{\"text\":\"" + name.replace("\"", "\\\"") + "\"}";
  }

  /** A mail with the text as subject, sender, body, and names of two files. */
  private static byte[] mail(String name, byte[] text) {
    String base64 = Base64.getEncoder().encodeToString(text);
    StringBuilder quoted = new StringBuilder();
    StringBuilder escaped = new StringBuilder();
    for (byte next : text) {
      quoted.append("=%02X".formatted(next));
      escaped.append("%%%02x".formatted(next));
    }
    return Mails.bytes(
        """
        From: =?%1$s?q?%3$s?= <a@b.example>
        Subject: =?%1$s?B?%2$s?=
        Message-ID: <1@b.example>
        Content-Type: multipart/mixed; boundary=x

        --x
        Content-Type: text/plain; charset="%1$s"
        Content-Transfer-Encoding: base64

        %2$s
        --x
        Content-Type: application/pdf; name="=?%1$s?B?%2$s?="

        abc
        --x
        Content-Disposition: attachment; filename*0*=%1$s''%4$s; filename*1=.pdf

        abc
        --x--
        """
            .formatted(name, base64, quoted, escaped));
  }

  private static void assertRead(ProviderMessage message, String text) {
    assertThat(message.text()).isEqualTo(text);
    assertThat(message.senderName()).contains(text);
    assertThat(message.metadata()).containsEntry("subject", text);
    assertThat(message.attachments())
        .extracting(Attachment::getName)
        .containsExactly(text, text + ".pdf");
  }

  @Test
  void shouldLoseOneCharacterByABrokenByte() {
    assertThat(text(Mails.bytes(GERMAN), 0x92, "UTF-8")).isEqualTo(GERMAN + '\ufffd');
    assertThat(text(Mails.bytes("a"), 0xff, "utf-8")).isEqualTo("a\ufffd");
    assertThat(text(Mails.bytes(GERMAN), 0x92, "us-ascii")).isEqualTo(GERMAN + '\ufffd');
    assertThat(text("世話".getBytes(Charset.forName("GBK")), 0xff, "gb2312")).isEqualTo("世話\ufffd");
    assertThat(text("日本".getBytes(Charset.forName("windows-31j")), 0xff, "shift_jis"))
        .isEqualTo("日本\ufffd");
    // Without a name that is known
    assertThat(text(Mails.bytes(GERMAN), 0x92, "no such set")).isEqualTo(GERMAN + '\ufffd');
    assertThat(text(GERMAN.getBytes(StandardCharsets.ISO_8859_1), 0x92, "no such set"))
        .isEqualTo(GERMAN + '’');
  }

  private static String text(byte[] bytes, int broken, String charset) {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    text.writeBytes(bytes);
    text.write(broken);
    Map<String, byte[]> fields =
        Mails.fields("headers", "From: a@b.example", "charsets", charsets(charset));
    fields.put("text", text.toByteArray());
    return Mails.one(Mails.sendgrid(fields)).text();
  }

  @Test
  void shouldHeedTheMarkOfATextAndTheNameInHtml() {
    assertThat(text(Mails.bytes("\ufeffé"), '!', "iso-8859-1")).isEqualTo("é!");

    for (String head :
        new String[] {
          "<meta charset=gb2312>",
          "<META http-equiv='Content-Type' content='text/html; charset=GBK'>",
          "<meta name=x><meta charset = \"x-gbk\" />"
        }) {
      Map<String, byte[]> fields = Mails.fields("headers", "From: a@b.example");
      fields.put("html", (head + "<p>世話</p>").getBytes(Charset.forName("GBK")));
      assertThat(Mails.one(Mails.sendgrid(fields)).text()).as(head).isEqualTo("世話");
    }
  }

  @Test
  void shouldReadHeadersThatNameNoSetInThatOfTheBodyLineByLine() {
    byte[] mime =
        ("From: Zo\u00e9 <a@b.example>\nSubject: \u4e16\u8a71\nContent-Type: text/plain;\n"
                + " charset=gb2312\n\n\u4e16\u8a71")
            .getBytes(Charset.forName("GBK"));
    ProviderMessage message = Mails.raw(mime);

    assertThat(message.metadata()).containsEntry("subject", "世話");
    assertThat(message.text()).isEqualTo("世話");

    Map<String, byte[]> fields = Mails.fields("charsets", "{\"subject\":\"gb2312\"}", "text", "x");
    fields.put("headers", mime);
    assertThat(Mails.one(Mails.sendgrid(fields)).metadata()).containsEntry("subject", "世話");

    ByteArrayOutputStream mixed = new ByteArrayOutputStream();
    mixed.writeBytes(Mails.bytes("From: Zo\u00eb <a@b.example>\nSubject: "));
    mixed.writeBytes(GERMAN.getBytes(StandardCharsets.ISO_8859_1));
    mixed.writeBytes(Mails.bytes("\nContent-Type: text/plain; charset=utf-8\n\nx"));
    message = Mails.raw(mixed.toByteArray());

    assertThat(message.senderName()).contains("Zo\u00eb");
    assertThat(message.metadata()).containsEntry("subject", GERMAN);
  }
}
