package io.tributary.channels.provider;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.tributary.channels.MalformedEventException;
import io.tributary.channels.ProviderBatch;
import io.tributary.channels.ProviderFormat;
import io.tributary.channels.ProviderMessage;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Work that a sender's byte causes: jumps and calls in the parsers, and bytes allocated, in which
 * the JDK's work shows. Four times the bytes are far from sixteen times the work, and no byte takes
 * more than its share.
 */
final class WorkPerByteTest {

  private static final int SMALL = 30_000;
  private static final int TIMES = 4;
  private static final int FIXED = 2_000_000;
  private static final int MOST_TIMES = 9;
  private static final int MOST_STEPS = 1200;
  private static final int MOST_ALLOCATED = 800;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static final String[] WORDS = {
    "=?",
    "=?x?Q?a?= ",
    "=?x?Q?",
    "=?utf-8?Q?a?= ",
    "=?utf-8?B?4oKs?= ",
    "=?utf-8?Q?=?x?Q?",
    "a@b.example,",
    "<",
    "< ",
    "<a@b.example>",
    "(",
    "\"",
    "\\",
    ":",
    ";",
    " ",
    "\n ",
    "\r"
  };

  private record Shape(String provider, String name, IntFunction<byte[]> body) {}

  /** Reads a request and the facts that come of it, as gateway and processors do. */
  public static final class Reading implements BiConsumer<String, byte[]> {

    @Override
    public void accept(String provider, byte[] body) {
      ProviderFormat format = Provider.format(provider).orElseThrow();
      try {
        ProviderBatch batch = format.read("a", contentType(provider), body, Mails.LARGEST);
        for (ProviderMessage message : batch.messages()) {
          byte[] raw = new byte[message.raw().remaining()];
          message.raw().duplicate().get(raw);
          format.read("a", raw);
        }
      } catch (MalformedEventException refused) {
        assertThat(refused.getMessage()).isNotEmpty();
      }
    }

    private static String contentType(String provider) {
      return switch (provider) {
        case "sendgrid" -> Mails.FORM;
        case "twilio-sms" -> "application/x-www-form-urlencoded";
        default -> "application/json";
      };
    }
  }

  private static String repeated(String unit, int bytes) {
    return unit.repeat(bytes / unit.length() + 1).substring(0, bytes);
  }

  private static Shape field(String field, String before, String unit, String after) {
    return new Shape(
        "sendgrid",
        field + " of " + before + unit,
        size ->
            Mails.form(
                Mails.fields("from", "a@b.example", field, before + repeated(unit, size) + after)));
  }

  private static Shape head(String before, String unit, String after) {
    return head(before + unit, size -> before + repeated(unit, size) + after);
  }

  private static Shape head(String name, IntFunction<String> parameters) {
    return new Shape(
        "sendgrid",
        "a part's head of " + name,
        size ->
            Mails.form(
                Map.of(
                    "text",
                    Mails.bytes("x"),
                    "attachment1;" + parameters.apply(size),
                    Mails.bytes("x"))));
  }

  private static Shape mime(String head, String unit) {
    return new Shape(
        "sendgrid",
        "a mail of " + head.substring(0, Math.min(60, head.length())) + unit,
        size -> Mails.form(Mails.fields("email", head + repeated(unit, size))));
  }

  private static Shape body(String provider, String before, String unit, String after) {
    return new Shape(
        provider,
        provider + "'s body of " + before + unit,
        size -> (before + repeated(unit, size) + after).getBytes(StandardCharsets.UTF_8));
  }

  private static List<Shape> headers() {
    List<Shape> shapes = new ArrayList<>();
    for (String unit : WORDS) {
      shapes.add(field("subject", "", unit, "?="));
      shapes.add(field("headers", "Subject: ", unit, "?="));
      shapes.add(field("headers", "From: ", unit, "<a@b.example>"));
      shapes.add(field("headers", "References: ", unit, ">"));
      shapes.add(field("headers", "Date: ", unit, ""));
      shapes.add(head(" filename=\"", unit.replace("\"", "\\\""), "\""));
    }
    for (String unit :
        new String[] {
          " filename*0*=x;", " a=\"b\";", ";", "=", "(", " filename*=x''a;", " a*=x'y'z;"
        }) {
      shapes.add(head("", unit, ""));
    }
    shapes.add(
        head(
            "filename*0*=a; filename*1*=a",
            size ->
                IntStream.range(0, size / 18)
                    .mapToObj(" filename*%06d*=a"::formatted)
                    .collect(Collectors.joining(";"))));
    return shapes;
  }

  private static List<Shape> mails() {
    List<Shape> shapes = new ArrayList<>();
    String nested =
        "Content-Type: multipart/mixed; boundary=\""
            + "-".repeat(60)
            + "%d\"\n\n--"
            + "-".repeat(60)
            + "%d\n";
    StringBuilder levels = new StringBuilder();
    for (int i = 10; i < 40; i++) {
      levels.append(nested.formatted(i, i));
    }
    for (String unit : new String[] {"-", "--\n", "a", "\n", "a\n", "\r"}) {
      shapes.add(mime(levels + "\n", unit));
      shapes.add(mime("Content-Type: multipart/mixed; boundary=a\n\n--a\n\n", "--a\n"));
    }
    for (String unit : new String[] {"=", "=3D", "=\n", " ", "!", "\n"}) {
      shapes.add(mime("Content-Transfer-Encoding: quoted-printable\n\n", unit));
      shapes.add(mime("Content-Transfer-Encoding: base64\n\n", unit));
    }
    for (String unit :
        new String[] {
          "Content-Disposition: a; filename*=x''a\n",
          "Content-Type: a; charset=x; name*=x''a\n",
          "A:b\n"
        }) {
      shapes.add(mime("", unit));
    }
    shapes.add(
        mime(
            "Content-Type: multipart/mixed; boundary=a\n\n",
            "--a\nContent-Type: text/plain; charset=no-such\n\nx\n"));
    return shapes;
  }

  private static List<Shape> html() {
    List<Shape> shapes = new ArrayList<>();
    for (String unit :
        new String[] {
          "<div>",
          "<a><p>",
          "<b><i><p>",
          "<b></p>",
          "<font><p>",
          "<em><b><i><u><s><div>",
          "<i><a><div></i>",
          "<table><tr><td>",
          "<b><table>",
          "x<table>",
          "<a ",
          "<html b=",
          "<body a=",
          "</x>",
          "&amp",
          "<!--",
          "<svg>",
          "<select>",
          "<template>",
          "<form>",
          "<li>",
          " \n ",
          "\u00a0",
          "<br>"
        }) {
      shapes.add(field("html", "", unit, ""));
    }
    return shapes;
  }

  private static List<Shape> bodies() {
    List<Shape> shapes = new ArrayList<>();
    for (String provider : new String[] {"slack", "telegram", "meta", "generic", "teams", "ses"}) {
      for (String unit : new String[] {"[", "{\"a\":", "1", "\"\\u0041\",", "[],", "\\", "1,"}) {
        shapes.add(body(provider, "{\"a\":[", unit, "]}"));
      }
    }
    String message = "{\"update_id\":1,\"message\":{\"from\":{\"id\":1},\"chat\":{\"id\":1},\"";
    shapes.add(body("telegram", message + "dice\":[", "{\"a\":1},", "{}]}}"));
    shapes.add(body("telegram", message + "is", "_created", "\":1}}"));
    String level = "{\"type\":\"rich_text\",\"elements\":[";
    shapes.add(
        body(
            "slack",
            "{\"type\":\"event_callback\",\"team_id\":\"T\",\"event_id\":\"E\",\"event\":{\"type\":"
                + "\"message\",\"channel\":\"C\",\"user\":\"U\",\"blocks\":["
                + level.repeat(28)
                + "{\"type\":\"text\",\"text\":\"",
            "a",
            "\"}" + "]}".repeat(28) + "]}}"));
    for (String unit : new String[] {"a=b&", "&", "a&", "%41", "%", "=", "MediaUrl0=x&", "+"}) {
      shapes.add(body("twilio-sms", "Body=", unit, ""));
      shapes.add(body("slack", "payload=", unit, ""));
    }
    return shapes;
  }

  private static long[] work(BiConsumer<String, byte[]> reading, Shape shape, int size) {
    byte[] body = shape.body().apply(size);
    long steps = StepCounter.steps();
    long allocated = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
    reading.accept(shape.provider(), body);
    return new long[] {
      StepCounter.steps() - steps,
      THREADS.getThreadAllocatedBytes(Thread.currentThread().getId()) - allocated
    };
  }

  @Test
  void shouldBeLinearForEachProvidersBytes() throws Exception {
    @SuppressWarnings("unchecked") // loaded by another loader
    BiConsumer<String, byte[]> reading =
        (BiConsumer<String, byte[]>)
            new StepCounter()
                .loadClass(Reading.class.getName())
                .getDeclaredConstructor()
                .newInstance();
    List<Shape> shapes = new ArrayList<>(headers());
    shapes.addAll(mails());
    shapes.addAll(html());
    shapes.addAll(bodies());
    work(reading, shapes.get(0), SMALL);
    List<String> tooMuch = new ArrayList<>();
    for (Shape shape : shapes) {
      long[] small = work(reading, shape, SMALL);
      long[] large = work(reading, shape, SMALL * TIMES);
      if (large[0] > MOST_TIMES * small[0] + FIXED
          || large[1] > MOST_TIMES * small[1] + FIXED
          || large[0] > (long) MOST_STEPS * SMALL * TIMES
          || large[1] > (long) MOST_ALLOCATED * SMALL * TIMES) {
        tooMuch.add(
            "%s: steps %d, %d; bytes %d, %d"
                .formatted(shape.name(), small[0], large[0], small[1], large[1]));
      }
    }
    assertThat(tooMuch).isEmpty();
  }
}
