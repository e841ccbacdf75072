package io.tributary.channels.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.tributary.channels.MalformedEvent;
import io.tributary.channels.ProviderBatch;
import io.tributary.channels.ProviderFormat;
import io.tributary.channels.ProviderMessage;
import io.tributary.channels.mail.MailAddress;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Whatever a verified mail is: it is an event, for a refusal would lose it. */
final class HostileMailsTest {

  private static final long SEED = 20_260_101L;
  private static final int TRIALS = 2000;

  private static String reason(String contentType, byte[] body) {
    ProviderBatch batch = new SendgridProvider().read("main", contentType, body, Mails.LARGEST);
    return Mails.malformed(batch).reason();
  }

  private static String reason(String mime) {
    return Mails.malformed(Mails.sendgrid(Mails.fields("email", mime))).reason();
  }

  @Test
  void shouldNameTheErrorOfAForm() {
    byte[] form = Mails.form(Mails.fields("email", Mails.MIME));
    assertThat(reason("multipart/form-data", form)).isEqualTo("Content-Type must name a boundary");
    assertThat(reason("multipart/form-data; boundary=\"\"", form))
        .isEqualTo("Content-Type must name a boundary");
    assertThat(reason("multipart/form-data; boundary=other", form))
        .isEqualTo("body must have the fields of a form");
    assertThat(reason(Mails.FORM, new byte[0])).isEqualTo("body must have the fields of a form");
    assertThat(reason(Mails.FORM, Mails.bytes("--xYzZY\r\n\r\nx\r\n--xYzZY--")))
        .isEqualTo("body must have named parts");

    Map<String, byte[]> many = new HashMap<>();
    for (int i = 0; i < 1000; i++) {
      many.put("attachment" + i, new byte[0]);
    }
    assertThat(reason(Mails.FORM, Mails.form(many))).isEqualTo("body must have at most 100 parts");
    assertThat(
            reason(
                Mails.FORM, Mails.form(Map.of("text", new byte[1], "text; x=\"\"", new byte[1]))))
        .isEqualTo("text must not be given twice");
  }

  /** The sign for kelvin is a k in lower case, but its address is somebody else's. */
  @Test
  void shouldNotMakeASenderAnother() {
    assertThat(MailAddress.alone("\u212Aim@Example.COM")).contains("\u212Aim@Example.COM");
    assertThat(MailAddress.alone("<Kim@Example.COM>")).contains("kim@example.com");
  }

  @Test
  void shouldBoundDepthHeadersAndLines() {
    StringBuilder nested = new StringBuilder("From: a@b.example\n");
    for (int i = 0; i < 1000; i++) {
      nested.append("Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n".formatted(i, i));
    }
    assertThat(reason(nested + "\nx")).isEqualTo("body must have parts of at most 10 levels");
    assertThat(reason("X: y\n".repeat(10_000) + Mails.MIME)).startsWith("body must be MIME");
    assertThat(reason("X: " + "y".repeat(2 << 20) + '\n' + Mails.MIME))
        .startsWith("body must be MIME");
    assertThat(reason("X: y\n z\n".repeat(300_000) + Mails.MIME)).startsWith("body must be MIME");
  }

  @Test
  void shouldKeepTheBeginningOfUnreadableText() {
    byte[] body = new byte[5000];
    MalformedEvent event =
        Mails.malformed(new SendgridProvider().read("main", Mails.FORM, body, 1000));

    assertThat(event.raw().remaining()).isEqualTo(1000);
    MalformedEvent again = Mails.malformed(new SendgridProvider().read("main", new byte[1000]));
    assertThat(again.eventId()).isEqualTo(event.eventId());
    assertThat(again.conversationId()).isEqualTo(event.conversationId());
  }

  @Test
  void shouldReadOddMailsAllTheSame() {
    String nul = Mails.MIME.replace("Yes", "Y\0s");
    String set = Mails.MIME.replace("To: ", "Content-Type: text/plain; charset=\"no/such\"\nTo: ");
    String base64 = Mails.MIME.replace("To: ", "Content-Transfer-Encoding: base64\nTo: ");
    String unended =
        Mails.MIME.replace("To: ", "Content-Type: multipart/mixed; boundary=x\nTo: ")
            + "--x\n\nYes";
    String deepHtml =
        Mails.MIME.replace("To: ", "Content-Type: text/html\nTo: ") + "<div>".repeat(100_000);

    assertThat(Mails.raw(Mails.bytes(nul)).text()).isEqualTo("Y\0s");
    assertThat(Mails.raw(Mails.bytes(set)).text()).isEqualTo("Yes");
    assertThat(Mails.raw(Mails.bytes(unended)).text()).isEqualTo("Yes");
    assertThat(Mails.raw(Mails.bytes(deepHtml)).text()).isEqualTo("Yes");
    assertThatCode(() -> Mails.raw(Mails.bytes(base64))).doesNotThrowAnyException();
  }

  /** With anything in the place of anything; what is read from its own bytes is the same again. */
  @Test
  void shouldReadTheSameFromRawBytes() {
    int messages = 0;
    int malformed = 0;
    for (long seed = SEED; seed < SEED + TRIALS; seed++) {
      Random random = new Random(seed);
      boolean ses = random.nextBoolean();
      ProviderFormat format = ses ? new SesProvider() : new SendgridProvider();
      byte[] body =
          ses
              ? Mails.bytes(Mails.sns(Mails.received("{\"type\":\"SNS\"}", Mails.MIME)))
              : Mails.form(
                  random.nextBoolean()
                      ? Mails.fields("email", Mails.MIME)
                      : Mails.fields(
                          "headers", Mails.MIME, "text", "a\u00e9", "html", "<p>\ud83d\ude00"));
      for (int i = random.nextInt(4); i > 0; i--) {
        body[random.nextInt(body.length)] = (byte) random.nextInt(256);
      }
      long largest = 200L + random.nextInt(2000);

      ProviderBatch batch = format.read("main", ses ? "text/plain" : Mails.FORM, body, largest);

      String trial = "seed " + seed + ": " + new String(body, StandardCharsets.ISO_8859_1);
      messages += batch.messages().size();
      malformed += batch.malformed().size();
      for (ProviderMessage message : batch.messages()) {
        byte[] raw = new byte[message.raw().remaining()];
        message.raw().duplicate().get(raw);
        assertThat(raw.length).as(trial).isLessThanOrEqualTo((int) largest);
        assertThat(format.read("main", raw)).as(trial).isEqualTo(batch);
      }
    }
    assertThat(messages).isGreaterThan(TRIALS / 4);
    assertThat(malformed).isGreaterThan(TRIALS / 20);
  }
}
