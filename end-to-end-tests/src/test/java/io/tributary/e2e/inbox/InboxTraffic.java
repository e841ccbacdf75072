package io.tributary.e2e.inbox;

import io.tributary.harness.load.Delivery;
import io.tributary.harness.load.Upload;
import io.tributary.harness.pipeline.ServiceTokens;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Requests of many short sequences that run beside each other, each with users of its own:
 * publishes to some of them and to everyone, with and without a category and an Idempotency-Key,
 * reads, redactions, and all of that again. Some sequences share an inbox; those of tenant {@link
 * #BRIEF} publish messages of another life and redact none.
 */
final class InboxTraffic {

  /** Its settings must say {@link #BRIEF_LIFE}. */
  static final String BRIEF = "brief";

  /**
   * Life of the messages of that tenant, seconds: longer than a test, because DynamoDB Local
   * removes what has expired from a table of thousands only in minutes.
   */
  static final long BRIEF_LIFE = 86_400;

  /** Begins the title of a publish that must be refused, because its key is another's. */
  static final String REUSED = "reused";

  private static final List<String> TENANTS = List.of("acme", "acm", BRIEF, "a|b", "acmeU");
  private static final List<String> CATEGORIES = List.of("billing", "promo", "c d");
  private static final List<String> BODIES =
      List.of(
          "\"plain \\\"text\\\" &#x27; 你好\"",
          "{\"blocks\":[{\"type\":\"text\",\"value\":\"20% off\"}],\"v\":1.50,\"none\":null}",
          "[1,true,[],{}]",
          "12345678901234567890123456789012345678");

  private static final List<Integer> UNTIL = List.of(-3_600, -5, -1, 0, 0, 0, 2, 30);
  private static final int PERSISTENT = 200;
  private static final int ACTIVE = 12;
  private static final int LEAST_STEPS = 6;
  private static final int MORE_STEPS = 9;
  private static final int USERS = 3;
  private static final int SEQUENCES_OF_AN_INBOX = 4;

  /** One sequence, and what its publisher knows. */
  private static final class Sequence {

    private final Inbox inbox;
    private final List<String> uids;
    private final List<Upload> sent = new ArrayList<>();
    private final List<String> ids = new ArrayList<>();
    private final List<Upload> keyed = new ArrayList<>();
    private int left;

    Sequence(int number, int steps) {
      this.inbox =
          new Inbox(
              TENANTS.get(number / SEQUENCES_OF_AN_INBOX % TENANTS.size()),
              "i " + number / SEQUENCES_OF_AN_INBOX);
      this.uids = IntStream.range(0, USERS).mapToObj(i -> "u" + number + "." + i).toList();
      this.left = steps;
    }
  }

  private final Random random;
  private final List<Sequence> active = new ArrayList<>();
  private final Map<Upload, Sequence> publishes = new HashMap<>();
  private int sequences;
  private long titles;

  InboxTraffic(Random random) {
    this.random = random;
  }

  /** The next request of some sequence. */
  synchronized Optional<Upload> next() {
    while (active.size() < ACTIVE) {
      active.add(new Sequence(sequences++, LEAST_STEPS + random.nextInt(MORE_STEPS)));
    }
    Sequence sequence = active.get(random.nextInt(active.size()));
    if (sequence.left-- == 0) {
      active.remove(sequence);
      return next();
    }
    Upload upload = request(sequence);
    sequence.sent.add(upload);
    return Optional.of(upload);
  }

  /** Learns the id of a message. */
  synchronized void learn(Delivery delivery) {
    Sequence sequence = publishes.get(delivery.upload());
    if (sequence != null && delivery.acknowledged()) {
      sequence.ids.add(delivery.json().path("id").asText());
      if (delivery.upload().headers().containsKey("Idempotency-Key")) {
        sequence.keyed.add(delivery.upload());
      }
    }
  }

  /** Begins no more in the sequences that there are. */
  synchronized void endSequences() {
    active.clear();
  }

  /** How many sequences were begun. */
  synchronized int sequences() {
    return sequences;
  }

  private Upload request(Sequence sequence) {
    int which = random.nextInt(20);
    if (which < 7 || sequence.ids.isEmpty()) {
      return publish(sequence);
    }
    if (which < 13) {
      return read(sequence, list(ids(sequence)));
    }
    if (which < 15) {
      long until = System.currentTimeMillis() / 1_000 + UNTIL.get(random.nextInt(UNTIL.size()));
      return read(sequence, "{\"until\":" + until + "}");
    }
    if (which < 17) {
      return redact(sequence);
    }
    return which < 19 ? oneOf(sequence.sent) : publishUnderUsedKey(sequence);
  }

  private Upload publish(Sequence sequence) {
    Map<String, String> headers =
        random.nextInt(3) == 0 ? Map.of("Idempotency-Key", "key#" + titles) : Map.of();
    Upload upload = post(sequence, headers, publication(sequence, "p" + titles++));
    publishes.put(upload, sequence);
    return upload;
  }

  private Upload publishUnderUsedKey(Sequence sequence) {
    if (sequence.keyed.isEmpty()) {
      return publish(sequence);
    }
    String key = oneOf(sequence.keyed).headers().get("Idempotency-Key");
    return post(
        sequence,
        Map.of("Idempotency-Key", String.valueOf(key)),
        publication(sequence, REUSED + titles++));
  }

  private Upload post(Sequence sequence, Map<String, String> headers, String body) {
    return upload("POST", sequence.inbox.messages(), headers, body, 3);
  }

  private String publication(Sequence sequence, String title) {
    List<String> members = new ArrayList<>();
    members.add(
        "\"message\":{\"title\":\"%s\",\"body\":%s%s}"
            .formatted(
                title, oneOf(BODIES), random.nextBoolean() ? ",\"cta_uri\":\"acme://1\"" : ""));
    if (random.nextInt(3) > 0) {
      members.add("\"taxonomy\":{\"category\":\"%s\"}".formatted(oneOf(CATEGORIES)));
    }
    if (random.nextInt(4) == 0) {
      members.add("\"host_system_id\":\"h-1\",\"sender\":\"admin-7\"");
    }
    String all = String.join(",", members);
    return random.nextInt(5) == 0
        ? InboxSamples.toEveryone(all)
        : InboxSamples.toUsers(some(sequence.uids), all);
  }

  private List<String> some(List<String> uids) {
    List<String> some = uids.stream().filter(any -> random.nextBoolean()).toList();
    return some.isEmpty() ? uids : some;
  }

  private Upload read(Sequence sequence, String body) {
    return upload("PUT", sequence.inbox.reads(oneOf(sequence.uids)), Map.of(), body, PERSISTENT);
  }

  private static String list(List<String> ids) {
    return ids.stream()
        .map(id -> '"' + id + '"')
        .collect(Collectors.joining(",", "{\"messages\":[", "]}"));
  }

  /** One or some of what was published, now and then what never was. */
  private List<String> ids(Sequence sequence) {
    return random.nextInt(15) == 0
        ? List.of(never())
        : IntStream.rangeClosed(0, random.nextInt(3))
            .mapToObj(any -> oneOf(sequence.ids))
            .distinct()
            .toList();
  }

  /** Of the other tenants, whose messages are remembered for long. */
  private Upload redact(Sequence sequence) {
    if (sequence.inbox.tenant().equals(BRIEF)) {
      return publish(sequence);
    }
    String id = random.nextInt(15) == 0 ? never() : oneOf(sequence.ids);
    return upload("DELETE", sequence.inbox.message(id), Map.of(), "", PERSISTENT);
  }

  private String never() {
    return "ZZZZZZZZ%09d".formatted(random.nextInt(1_000_000_000));
  }

  private static Upload upload(
      String method, String path, Map<String, String> headers, String body, int attempts) {
    Map<String, String> all = new HashMap<>(headers);
    all.put("Authorization", "Bearer " + ServiceTokens.ALL);
    return new Upload(method, path, all, body, attempts);
  }

  private <T> T oneOf(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }
}
