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

/** Texts of mails as their programs name and write them; bytes are of the codecs of Python. */
final class CharacterSetsTest {

  private static final String GERMAN = "Gr\u00fc\u00dfe";

  @ParameterizedTest
  @CsvSource({
    "iso-8859-1, 934869942096203580, “Hi” – 5€",
    "ISO_8859-1, 6974927385, it’s…",
    "latin1, 8c7576726599, Œuvre™",
    "' \"Windows-1252\" ', 8e80, Ž€",
    "us-ascii, 6e61c3af766520f09f9982, naïve 🙂",
    "ascii, 646f6e9274, don’t",
    "utf8, e29c9320c3a974c3a9, ✓ été",
    "unicode-1-1-utf-8, e29c93, ✓",
    "gb2312, cac0d49220bdbb935120e946, 世話 交換 镕",
    "GB2312, 8139ee39a2e3, 㐀€",
    "chinese, 9351a2e3, 換€",
    "x-gbk, bcdbb8f180, 价格€",
    "big5, 9df59df820fb69, 嗰啲 堃",
    "cn-big5, bbf9aee6a3e1, 價格€",
    "shift_jis, 8740878aeee08160, ①㈱髙～",
    "x-sjis, 875bed40, Ⅷ纊",
    "euc-jp, ada1adeac6fccbdc, ①㈱日本",
    "iso-2022-jp, 1b24422d212d6a1b2849433d441b2842, ①㈱ﾃｽﾄ",
    "ks_c_5601-1987, bc84bdc3c4ddb6f3208c63b9e6, 펲시콜라 똠방",
    "euc-kr, 92deb8ae, 믜리",
    "iso-8859-8-i, f9ece5ed, שלום",
    "iso-8859-8-e, f2e5eced, עולם",
    "logical, e0e1, אב",
    "iso-8859-6-i, e5d1cdc8c7, مرحبا",
    "iso-8859-9, dd7374616e62756c2080, İstanbul €",
    "tis-620, cac7d1cab4d580, สวัสดี€",
    "iso-8859-11, e4b7c2, ไทย",
    "koi8-ru, f0d2c9d7a6d4, Привіт",
    "x-cp1251, cff0e8e2e5f220b931, Привет №1",
    "cp-1250, a3f3649f, Łódź",
    "iso-8859-10, e7babe, įšū",
    "iso-8859-14, d0796e20fe, Ŵyn ŷ",
    "iso-8859-16, de6172e3, Țară",
    "x-mac-roman, bdc58d, Ω≈ç",
    "utf-16, dc006e00ef00, Ünï",
    "utf-16be, 00dc006e00ef, Ünï",
  })
  void shouldReadATextInEveryPlaceOfAMail(String name, String hex, String text) {
    byte[] bytes = HexFormat.of().parseHex(hex);

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
