package io.tributary.traffic.history;

import io.tributary.traffic.Credentials;
import io.tributary.traffic.Delivery;
import io.tributary.traffic.Request;
import io.tributary.traffic.Traffic;
import io.tributary.traffic.generator.RandomChoices;
import io.tributary.traffic.generator.RequestFactory;
import io.tributary.traffic.generator.Verdict;
import io.tributary.traffic.json.JsonText;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Users who talk to an assistant, and what they think of its answers. Some requests come again, as
 * they were or with another timestamp and content; some feedback comes before its message, some for
 * a message that never comes; some requests are wrong.
 */
final class HistoryTraffic implements Traffic {

  private static final int PERSISTENT = 200;
  private static final int REMEMBERED = 60;
  private static final int TALKS = 9;
  private static final String OVERSIZED = " ".repeat(1_100_000);
  private static final String TOO_LONG = JsonText.quoted("x".repeat(370_000));

  /** Contents that are kept as they are. */
  private static final List<String> CONTENTS =
      List.of(
          "\"It's <b>raw</b> &#x27; \\\"quoted\\\" \\\\ \\n\\t end\"",
          "\"Gewächshaus \uD83C\uDF31 – 你好\"",
          "[{\"type\":\"text\",\"text\":\"Answer\"},\"and a text\",1.50,null,true,[]]",
          "[[[{\"deep\":{\"er\":[{}]}}]]]",
          "{\"n\":12345678901234567890123456789012345678,\"small\":-1e-130,\"large\":9.9e125}",
          "{\"a b\":-0.0,\"no\":false,\"none\":null,\"text\":\" kept \"}");

  private static final List<String> NO_CONTENTS =
      List.of(
          "null",
          "7",
          "true",
          "[1e126]",
          "[" + "9".repeat(39) + "]",
          "{\"a\":1,\"a\":2}",
          "{\"\":1}",
          "[".repeat(40) + "]".repeat(40),
          "[",
          "\"\\ud800\"");

  private static final List<String> NO_IDS =
      List.of(
          "null", "7", "\"\"", "\"a#b\"", "\"a\\nb\"", "\"ü\"", JsonText.quoted("i".repeat(129)));

  /** A thread in which messages are numbered, so that a later one's id is known before. */
  private static final class Talk {

    private final int number;
    private int messages;

    Talk(int number) {
      this.number = number;
    }
  }

  private final RandomChoices random;
  private final RequestFactory requests;
  private final String run;
  private final InstantSource clock;
  private final List<Talk> talks = new ArrayList<>();
  private final List<Request> sent = new ArrayList<>();

  HistoryTraffic(long seed, String run, Credentials credentials, InstantSource clock) {
    this.random = new RandomChoices(seed);
    this.requests =
        new RequestFactory(
            run,
            Map.of(
                "Content-Type",
                "application/json",
                "Authorization",
                "Bearer " + credentials.serviceToken()));
    this.run = run;
    this.clock = clock;
    for (int i = 0; i < TALKS; i++) {
      talks.add(new Talk(i));
    }
  }

  @Override
  public List<Request> preparation() {
    return List.of();
  }

  @Override
  public void settled(Delivery delivery) {
    // no request needs the answer of another one
  }

  @Override
  public Request next() {
    int attempts = random.oneIn(8) ? 1 : PERSISTENT;
    int kind = random.below(100);
    Talk talk = random.of(talks);
    if (kind < 8) {
      return wrong(talk);
    }
    if (kind < 22 && !sent.isEmpty()) {
      return requests.again(random.of(sent), attempts);
    }
    JsonText body = ids(talk);
    String path = path(kind);
    switch (path) {
      case HistoryRequests.MESSAGES -> message(body, talk);
      case HistoryRequests.FEEDBACK -> feedback(body, talk);
      default -> details(body, random.below(3));
    }
    if (random.oneIn(9)) {
      body.raw("not_in_the_contract", "{\"a\":[1,null]}");
    }
    Request request = requests.post(Verdict.ACCEPTED, path, body.toString(), attempts);
    sent.add(request);
    if (sent.size() > REMEMBERED) {
      sent.remove(0);
    }
    return request;
  }

  private static String path(int kind) {
    if (kind < 68) {
      return HistoryRequests.MESSAGES;
    }
    return kind < 86 ? HistoryRequests.FEEDBACK : HistoryRequests.THREADS;
  }

  /** One org has tenants, the other one has none. */
  private JsonText ids(Talk talk) {
    JsonText ids = new JsonText();
    switch (talk.number % 3) {
      case 0 -> ids.text("org_id", run + " solo");
      case 1 -> ids.text("org_id", run + " org").text("tenant_id", "tenant/A");
      default -> ids.text("org_id", run + " org").text("tenant_id", "~b");
    }
    return ids.text("user_id", "user|" + talk.number % 4).text("thread_id", "t" + talk.number);
  }

  private void message(JsonText body, Talk talk) {
    int number = messageNumber(talk);
    boolean ofUser = (number % 2 == 0) != random.oneIn(12);
    body.text("message_id", messageId(number)).text("role", ofUser ? "user" : "assistant");
    body.raw("content", content());
    if (random.below(8) > 2) {
      body.number("timestamp", timestamp());
    }
    if (!ofUser && random.coin()) {
      body.text("stop_reason", "end_turn");
      body.raw("response_metadata", "{\"model\":\"m1\",\"n\":" + number + "}");
      body.raw("sources", "[{\"title\":\"Doc\",\"page\":" + number + "},[]]");
    }
    if (random.oneIn(3)) {
      JsonText thread = new JsonText();
      details(thread, random.below(4));
      body.raw("thread", thread.toString());
    }
  }

  private void feedback(JsonText body, Talk talk) {
    body.text("message_id", target(talk));
    body.raw("verso", random.of(List.of("\"up\"", "\"down\"", "null")));
    switch (random.below(3)) {
      case 0 -> body.raw("feedback", "null");
      case 1 -> body.text("feedback", "comment " + random.below(5) + " &#x27;");
      default -> {}
    }
  }

  /** A title or an origin or both, perhaps the kind; 3 names at most the kind. */
  private void details(JsonText body, int which) {
    if (which == 0 || which == 1) {
      body.text("title", "title " + random.below(4));
    }
    if (which == 0 || which == 2) {
      body.text("origin", random.coin() ? "web" : "app");
    }
    if (random.oneIn(3)) {
      body.raw("is_temporary", Boolean.toString(random.coin()));
    }
  }

  /** Mostly the next one, else one of the last ones again. */
  private int messageNumber(Talk talk) {
    return talk.messages == 0 || random.below(5) < 3
        ? talk.messages++
        : Math.max(0, talk.messages - 1 - random.below(8));
  }

  /** Id of a message that was, that will soon be, or that will never be. */
  private String target(Talk talk) {
    int which = random.below(20);
    if (which == 0) {
      return "never " + random.below(3);
    }
    return messageId(
        which < 8
            ? talk.messages + (random.oneIn(5) ? 1 : 0)
            : Math.max(0, talk.messages - 1 - random.below(6)));
  }

  private static String messageId(int number) {
    return List.of("m", "LLM ", "~", "msg/").get(number % 4) + number;
  }

  private long timestamp() {
    return random.oneIn(5)
        ? 1_000_000_000_000L + random.below(3)
        : clock.millis() + random.between(-3_600_000, 3_600_000);
  }

  private String content() {
    return random.oneIn(3) ? JsonText.quoted("text " + random.below(1_000)) : random.of(CONTENTS);
  }

  private Request wrong(Talk talk) {
    JsonText body = ids(talk);
    String path = HistoryRequests.MESSAGES;
    switch (random.oneIn(50) ? random.below(2) : 2 + random.below(6)) {
      case 0 -> body.raw("oversized", OVERSIZED + 1);
      case 1 -> body.text("message_id", "long").text("role", "user").raw("content", TOO_LONG);
      case 2 ->
          body.text("message_id", "w").text("role", "user").raw("content", random.of(NO_CONTENTS));
      case 3 ->
          body.raw("message_id", random.of(NO_IDS)).text("role", "user").raw("content", "\"t\"");
      case 4 -> body.text("message_id", "w").text("role", "system").raw("content", "\"t\"");
      case 5 ->
          body.text("message_id", "w")
              .text("role", "user")
              .raw("content", "\"t\"")
              .raw("timestamp", random.of(List.of("1", "\"now\"", "99999999999999", "1.5")));
      case 6 -> {
        path = HistoryRequests.FEEDBACK;
        body.text("message_id", "m0");
      }
      default -> {
        path = HistoryRequests.THREADS;
        body.text("title", random.coin() ? "" : "t".repeat(1025));
      }
    }
    return requests.post(Verdict.REFUSED, path, body.toString(), PERSISTENT);
  }
}
