package io.tributary.e2e.history;

import io.tributary.harness.load.Upload;
import io.tributary.harness.pipeline.ServiceTokens;
import io.tributary.harness.store.PlainJson;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;

/**
 * Conversations that never run out, as different as the contract allows: requests, some of which
 * come again later, as they were or with another time stamp and content; and, beside them, forged
 * facts: accepted a little earlier or later than they stand in the log, in threads whose clock runs
 * far ahead so that lives end, and feedback in quiet threads for messages that never come.
 */
final class HistoryTraffic {

  private static final int PERSISTENT = 200;
  private static final int REMEMBERED = 60;
  private static final int TALKS = 24;
  private static final int AGING = 12;
  private static final long AGING_LIFE = 259_200;
  private static final long AGING_TEMPORARY_LIFE = 3_600;
  private static final int JITTER_SECONDS = 1_500;
  private static final Duration PAST_A_WAIT = Duration.ofMinutes(11);
  private static final Map<String, String> HEADERS =
      Map.of("Authorization", "Bearer " + ServiceTokens.ALL);

  /** How far the clock of an aging thread moves from one fact to the next, ms. */
  private static final List<Long> STEPS =
      List.of(
          0L,
          1L,
          50L,
          700L,
          5_000L,
          30_000L,
          90_000L,
          -1L,
          -60_000L,
          -300_000L,
          240_000L,
          599_999L,
          600_000L,
          600_001L,
          AGING_TEMPORARY_LIFE * 1_000 - 1_000,
          AGING_TEMPORARY_LIFE * 1_000,
          AGING_TEMPORARY_LIFE * 1_000 + 1_000,
          AGING_LIFE * 1_000 - 1_000,
          AGING_LIFE * 1_000);

  private static final List<String> CONTENTS =
      List.of(
          "\"It's <b>raw</b> &#x27; \\\"quoted\\\" \\\\ \\n\\t end\"",
          "\"Gewächshaus 🌱 – 你好\"",
          "[{\"type\":\"text\",\"text\":\"Answer\"},\"and a text\",1.50,null,true,[]]",
          "[[[{\"deep\":{\"er\":[{}]}}]]]",
          "{\"n\":12345678901234567890123456789012345678,\"small\":-1e-130,\"large\":9.9e125}",
          "{\"a b\":-0.0,\"no\":false,\"none\":null,\"text\":\" kept \"}");

  /** A thread in which people talk; ids are numbered, so that a later one is known before. */
  private static final class Talk {

    private final ThreadId id;
    private int messages;
    private Instant clock = Instant.now().plus(Duration.ofDays(2));

    Talk(ThreadId id) {
      this.id = id;
    }
  }

  private final Random random;
  private final Optional<HistoryEvents> events;
  private final List<Talk> talks = talks("t", TALKS);
  private final List<Talk> aging = talks("aging ", AGING);
  private final Deque<Upload> sent = new ArrayDeque<>();
  private long requests;
  private long forged;
  private int quiet;

  /** Requests and, with those, forged facts. */
  HistoryTraffic(Random random, HistoryEvents events) {
    this(random, Optional.of(events));
  }

  /** Requests alone. */
  HistoryTraffic(Random random) {
    this(random, Optional.empty());
  }

  private HistoryTraffic(Random random, Optional<HistoryEvents> events) {
    this.random = random;
    this.events = events;
  }

  /** The next request of some client. */
  synchronized Optional<Upload> next() {
    events.ifPresent(this::forgeSome);
    requests++;
    if (!sent.isEmpty() && random.nextInt(6) == 0) {
      return sent.stream().skip(random.nextInt(sent.size())).findFirst();
    }
    int attempts = random.nextInt(8) == 0 ? 1 : PERSISTENT;
    Upload upload = request(talks.get(random.nextInt(talks.size())), attempts);
    sent.addLast(upload);
    if (sent.size() > REMEMBERED) {
      sent.removeFirst();
    }
    return Optional.of(upload);
  }

  /** Lets time pass in every thread, so that no feedback waits longer. */
  synchronized void endWaits(HistoryEvents log) {
    for (Talk talk : talks) {
      Instant later = Instant.now().plusSeconds(JITTER_SECONDS).plus(PAST_A_WAIT);
      append(log, talk.id, later, log.details("ended", null, null));
    }
    for (Talk talk : aging) {
      talk.clock = talk.clock.plus(PAST_A_WAIT).plus(Duration.ofMinutes(30));
      append(log, talk.id, talk.clock, log.details("ended", null, null));
    }
  }

  /** The threads but the quiet ones. */
  List<ThreadId> threads() {
    return Stream.of(talks, aging).flatMap(List::stream).map(talk -> talk.id).toList();
  }

  /** How many requests were taken. */
  synchronized long requests() {
    return requests;
  }

  /** How many facts were forged. */
  synchronized long forged() {
    return forged;
  }

  private static List<Talk> talks(String name, int count) {
    return IntStream.range(0, count)
        .mapToObj(
            i ->
                new Talk(
                    new ThreadId(
                        i % 3 == 0 ? "solo" : "org 1",
                        i % 3 == 0 ? null : i % 3 == 1 ? "tenant/A" : "~b",
                        "user|" + i % 5,
                        name + i)))
        .toList();
  }

  private Upload request(Talk talk, int attempts) {
    int which = random.nextInt(10);
    String path =
        which < 6 ? HistoryApi.MESSAGES : which < 8 ? HistoryApi.FEEDBACK : HistoryApi.THREADS;
    List<String> members =
        which < 6 ? message(talk) : which < 8 ? feedback(talk) : details(random.nextInt(3));
    if (random.nextInt(9) == 0) {
      members.add("\"not_in_the_contract\":{\"a\":[1,null]}");
    }
    String body = HistorySamples.request(talk.id, String.join(",", members));
    return new Upload(path, HEADERS, body, attempts);
  }

  private List<String> message(Talk talk) {
    int number = messageNumber(talk);
    boolean ofUser = isOfUser(number);
    List<String> members = new ArrayList<>();
    members.add(member("message_id", quoted(messageId(number))));
    members.add(member("role", ofUser ? "\"user\"" : "\"assistant\""));
    members.add(member("content", content()));
    timestamp().ifPresent(value -> members.add(member("timestamp", Long.toString(value))));
    if (!ofUser && random.nextBoolean()) {
      members.add(member("stop_reason", quoted("end_turn")));
      members.add(member("response_metadata", "{\"model\":\"m1\",\"n\":" + number + "}"));
      members.add(member("sources", "[{\"title\":\"Doc\",\"page\":" + number + "},[]]"));
    }
    if (random.nextInt(3) == 0) {
      members.add(member("thread", "{" + String.join(",", details(random.nextInt(4))) + "}"));
    }
    return members;
  }

  private List<String> feedback(Talk talk) {
    List<String> members = new ArrayList<>();
    members.add(member("message_id", quoted(targetOf(talk))));
    members.add(member("verso", List.of("\"up\"", "\"down\"", "null").get(random.nextInt(3))));
    switch (random.nextInt(3)) {
      case 0 -> members.add(member("feedback", "null"));
      case 1 -> members.add(member("feedback", quoted(comment())));
      default -> {}
    }
    return members;
  }

  /** A title or an origin, or both, perhaps a kind; 3 says nothing but perhaps the kind. */
  private List<String> details(int which) {
    List<String> members = new ArrayList<>();
    if (which == 0 || which == 1) {
      members.add(member("title", quoted("title " + random.nextInt(4))));
    }
    if (which == 0 || which == 2) {
      members.add(member("origin", quoted(random.nextBoolean() ? "web" : "app")));
    }
    if (random.nextInt(3) == 0) {
      members.add(member("is_temporary", Boolean.toString(random.nextBoolean())));
    }
    return members;
  }

  /** Mostly the next one, else one of the last ones again. */
  private int messageNumber(Talk talk) {
    if (talk.messages == 0 || random.nextInt(5) < 3) {
      return talk.messages++;
    }
    return Math.max(0, talk.messages - 1 - random.nextInt(8));
  }

  /** Mostly in turn, but now and then the same id is the other one's message too. */
  private boolean isOfUser(int number) {
    return (number % 2 == 0) == (random.nextInt(12) != 0);
  }

  /** Id of a message that was, that will soon be, or that will never be. */
  private String targetOf(Talk talk) {
    int which = random.nextInt(20);
    if (which == 0) {
      return "never " + random.nextInt(3);
    }
    return which < 8
        ? messageId(talk.messages + (random.nextInt(5) == 0 ? 1 : 0))
        : messageId(Math.max(0, talk.messages - 1 - random.nextInt(6)));
  }

  private static String messageId(int number) {
    return List.of("m", "LLM ", "~", "msg/").get(number % 4) + number;
  }

  private Optional<Long> timestamp() {
    long now = System.currentTimeMillis();
    return switch (random.nextInt(8)) {
      case 0, 1, 2 -> Optional.empty();
      case 3 -> Optional.of(1_000_000_000_000L + random.nextInt(3));
      default -> Optional.of(now + random.nextInt(7_200_000) - 3_600_000);
    };
  }

  private String content() {
    return random.nextInt(3) == 0
        ? quoted("text " + random.nextInt(1_000))
        : CONTENTS.get(random.nextInt(CONTENTS.size()));
  }

  private String comment() {
    return "comment " + random.nextInt(5) + " &#x27;";
  }

  private void forgeSome(HistoryEvents log) {
    Talk talk = talks.get(random.nextInt(talks.size()));
    switch (random.nextInt(10)) {
      case 0, 1, 2, 3 -> forgeAging(log, aging.get(random.nextInt(aging.size())));
      case 4, 5 -> {
        int jitter = random.nextInt(2 * JITTER_SECONDS) - JITTER_SECONDS;
        append(log, talk.id, Instant.now().plusSeconds(jitter), event(log, talk));
      }
      case 6 -> forgeQuiet(log);
      default -> {}
    }
  }

  private void forgeAging(HistoryEvents log, Talk talk) {
    talk.clock = talk.clock.plusMillis(STEPS.get(random.nextInt(STEPS.size())));
    GenericRecord fact =
        log.fact(talk.id, talk.clock, event(log, talk))
            .set("life_seconds", AGING_LIFE)
            .set("temporary_life_seconds", AGING_TEMPORARY_LIFE)
            .build();
    log.append(talk.id.pk(), fact);
    forged++;
  }

  /** Nothing more happens there, so that only a clock can end the wait. */
  private void forgeQuiet(HistoryEvents log) {
    ThreadId id = new ThreadId("org 1", "~b", "quiet", "q" + quiet++);
    Instant before = Instant.now().minus(PAST_A_WAIT);
    if (random.nextBoolean()) {
      append(log, id, before, log.user("m0", before.toEpochMilli(), "only one"));
    }
    append(log, id, before, log.feedback("never", "UP", "in vain"));
  }

  private void append(HistoryEvents log, ThreadId id, Instant acceptedAt, GenericRecord event) {
    log.append(id, acceptedAt, event);
    forged++;
  }

  private GenericRecord event(HistoryEvents log, Talk talk) {
    int which = random.nextInt(10);
    if (which < 6) {
      return message(log, talk);
    }
    return which < 8 ? feedback(log, talk) : details(log);
  }

  private GenericRecord message(HistoryEvents log, Talk talk) {
    int number = messageNumber(talk);
    String content = content();
    return log.message(
            isOfUser(number) ? "USER" : "ASSISTANT",
            messageId(number),
            timestamp().orElse(1_700_000_000_000L + number),
            content.startsWith("\"") ? PlainJson.of(content) : log.structured(content))
        .set("thread", random.nextBoolean() ? details(log) : null)
        .build();
  }

  private GenericRecord feedback(HistoryEvents log, Talk talk) {
    String target = targetOf(talk);
    String verso = oneOf("UP", "DOWN", null);
    return random.nextBoolean()
        ? log.feedback(target, verso)
        : log.feedback(target, verso, random.nextInt(3) == 0 ? null : comment());
  }

  private GenericRecord details(HistoryEvents log) {
    return log.details(
        oneOf("title " + random.nextInt(4), null, "one title"),
        oneOf("web", "app", null),
        random.nextBoolean() ? random.nextBoolean() : null);
  }

  private @Nullable String oneOf(@Nullable String... texts) {
    return texts[random.nextInt(texts.length)];
  }

  private static String member(String name, String json) {
    return quoted(name) + ":" + json;
  }

  private static String quoted(String text) {
    return '"' + text + '"';
  }
}
