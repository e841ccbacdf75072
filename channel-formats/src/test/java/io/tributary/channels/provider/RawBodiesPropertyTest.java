package io.tributary.channels.provider;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.channels.MalformedEvent;
import io.tributary.channels.MalformedEventException;
import io.tributary.channels.ProviderBatch;
import io.tributary.channels.ProviderMessage;
import io.tributary.schemas.key.KeyPart;
import java.util.List;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever a request holds: each of its messages, read from its own bytes, is the same again. */
final class RawBodiesPropertyTest {

  private static final long SEED = 20_260_101L;
  private static final int REQUESTS = 500;
  private static final int BROKEN_REQUESTS = 3000;

  /** A text, a member's name or a number, or a whole object or array without others in it. */
  private static final Pattern VALUE =
      Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*\"|-?[0-9][0-9.eE+]*|\\{[^{}]*}|\\[[^\\[\\]]*]");

  /** A text or a name whole, or one of the characters that spaces may follow. */
  private static final Pattern TOKEN = Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*\"|[\\[{,:]");

  private static final List<String> ANYTHING =
      List.of(
          "null",
          "true",
          "-0",
          "1e5",
          "1.5",
          "\"\"",
          "\" \"",
          "\"28:\"",
          "\"\\ud83d\"",
          "\"@\"",
          "{}",
          "[]",
          "[{}]",
          "[null]",
          "[[]]",
          "{\"\":1}",
          "\"text\"",
          "\"image\"",
          "\"messages\"",
          "");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "slack",
        "teams",
        "telegram",
        "whapi",
        "meta",
        "generic",
        "twilio-whatsapp",
        "twilio-sms"
      })
  void shouldReadTheSameMessageFromItsRawBody(String provider) {
    for (long seed = SEED; seed < SEED + REQUESTS; seed++) {
      RandomRequests random = new RandomRequests(seed);
      String body = padded(random.request(provider), seed);
      String trial = "seed " + seed + ": " + body;

      List<ProviderMessage> messages = Bodies.read(provider, "a", body).messages();

      assertThat(messages).as(trial).hasSameSizeAs(random.texts());
      for (int i = 0; i < messages.size(); i++) {
        ProviderMessage message = messages.get(i);
        String raw = Bodies.text(message.raw());
        assertThat(message.text()).as(trial).startsWith(random.texts().get(i));
        assertThat(again(provider, message, trial)).as(trial).isEqualTo(message);
        assertThat(raw.length()).as(trial).isLessThanOrEqualTo(body.length());
      }
    }
  }

  /** With anything in the place of anything: nothing is thrown but what the port names. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "slack",
        "teams",
        "telegram",
        "whapi",
        "meta",
        "generic",
        "twilio-whatsapp",
        "twilio-sms"
      })
  void shouldReadOrRefuseAnyBytes(String provider) {
    int read = 0;
    int refused = 0;
    for (long seed = SEED; seed < SEED + BROKEN_REQUESTS; seed++) {
      Random random = new Random(seed);
      String body = broken(new RandomRequests(seed).request(provider), random);
      String trial = "seed " + seed + ": " + body;
      ProviderBatch batch;
      try {
        batch = Bodies.read(provider, "a", body);
      } catch (MalformedEventException e) {
        refused++;
        continue;
      } catch (RuntimeException e) {
        throw new AssertionError(trial, e);
      }
      read += batch.messages().size();
      refused += batch.malformed().size();
      for (MalformedEvent event : batch.malformed()) {
        assertThat(KeyPart.ID.accepts(event.channel().id())).as(trial).isTrue();
        assertThat(KeyPart.LONG_ID.accepts(event.conversationId())).as(trial).isTrue();
        assertThat(KeyPart.LONG_ID.accepts(event.eventId())).as(trial).isTrue();
        assertSame(event, malformedAgain(provider, event, trial), trial);
      }
      for (ProviderMessage message : batch.messages()) {
        assertThat(KeyPart.ID.accepts(message.channel().id())).as(trial).isTrue();
        assertThat(KeyPart.LONG_ID.accepts(message.conversationId())).as(trial).isTrue();
        assertThat(message.eventId().filter(id -> !KeyPart.LONG_ID.accepts(id)))
            .as(trial)
            .isEmpty();
        assertThat(again(provider, message, trial)).as(trial).isEqualTo(message);
      }
    }
    assertThat(read).isGreaterThan(BROKEN_REQUESTS / 20);
    assertThat(refused).isGreaterThan(BROKEN_REQUESTS / 20);
  }

  private static void assertSame(MalformedEvent event, MalformedEvent again, String trial) {
    assertThat(again.channel()).as(trial).isEqualTo(event.channel());
    assertThat(again.conversationId()).as(trial).isEqualTo(event.conversationId());
    assertThat(again.eventId()).as(trial).isEqualTo(event.eventId());
    assertThat(again.raw()).as(trial).isEqualTo(event.raw());
  }

  private static MalformedEvent malformedAgain(
      String provider, MalformedEvent event, String trial) {
    try {
      return Bodies.malformed(provider, "a", Bodies.text(event.raw()));
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError(trial, e);
    }
  }

  /**
   * One of eight bodies with 40 to 200 KB of spaces in it, at one place or all over, so that what
   * reads it must fill its buffer anew in the midst of it.
   */
  private static String padded(String body, long seed) {
    if (seed % 8 > 0) {
      return body;
    }
    // the first numbers of neighbors among seeds are alike
    Random random = new Random(seed * 0x9E3779B97F4A7C15L);
    List<MatchResult> gaps =
        TOKEN.matcher(body).results().filter(token -> !token.group().startsWith("\"")).toList();
    int bytes = 40_000 + random.nextInt(160_001);
    boolean everywhere = seed % 16 == 0;
    int only = random.nextInt(gaps.size());
    StringBuilder padded = new StringBuilder(body);
    for (int i = gaps.size() - 1; i >= 0; i--) {
      if (everywhere || i == only) {
        padded.insert(gaps.get(i).end(), " ".repeat(bytes / (everywhere ? gaps.size() : 1)));
      }
    }
    return padded.toString();
  }

  private static ProviderMessage again(String provider, ProviderMessage message, String trial) {
    try {
      return Bodies.message(provider, "a", Bodies.text(message.raw()));
    } catch (RuntimeException e) {
      throw new AssertionError(trial, e);
    }
  }

  private static String broken(String body, Random random) {
    // of an object without others in it a part, and not the whole
    List<MatchResult> values = VALUE.matcher(' ' + body.substring(1)).results().toList();
    if (values.isEmpty()) {
      return body;
    }
    MatchResult value = values.get(random.nextInt(values.size()));
    return body.substring(0, value.start())
        + ANYTHING.get(random.nextInt(ANYTHING.size()))
        + body.substring(value.end());
  }
}
