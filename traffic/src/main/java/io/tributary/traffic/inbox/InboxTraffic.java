package io.tributary.traffic.inbox;

import io.tributary.traffic.Credentials;
import io.tributary.traffic.Delivery;
import io.tributary.traffic.Request;
import io.tributary.traffic.Traffic;
import io.tributary.traffic.generator.RandomChoices;
import io.tributary.traffic.generator.RequestFactory;
import io.tributary.traffic.generator.Verdict;
import io.tributary.traffic.json.JsonText;
import io.tributary.traffic.json.PlainJson;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Requests of short sequences that run beside each other, each with users of its own: publishes to
 * some of them and to everyone, with and without a category and an Idempotency-Key, reads,
 * redactions, settings, and all of that again. Some sequences share an inbox. Some requests are to
 * be refused, some name messages of others or that never were.
 */
final class InboxTraffic implements Traffic {

  private static final List<String> TENANTS = List.of("acme", "acm", "a|b", "acmeU", "a b");
  private static final List<String> LIVES = List.of("90m", "7d", "86400s", "30d");
  private static final List<Integer> UNTIL = List.of(-3_600, -5, -1, 0, 0, 0, 2, 30);
  private static final int ACTIVE = 8;
  private static final int LEAST_STEPS = 6;
  private static final int MORE_STEPS = 9;
  private static final int SEQUENCES_OF_AN_INBOX = 4;
  private static final int CONFIGURED = 3;
  private static final int ATTEMPTS = 60;

  private final RandomChoices random;
  private final String run;
  private final InstantSource clock;
  private final RequestFactory requests;
  private final PublicationChoices publications;
  private final WrongRequests wrong;
  private final List<Sequence> active = new ArrayList<>();

  /** Publishes without an answer, by the id of their request. */
  private final Map<String, Open> open = new HashMap<>();

  /** Messages of any sequence. */
  private final List<String> ids = new ArrayList<>();

  private int sequences;
  private int versions;
  private int keys;

  /** A publish under a key; the key is empty for none. */
  private record Keyed(String key, Publication publication) {}

  /** A publish of a sequence. */
  private record Open(Sequence sequence, Keyed publish) {}

  /** One sequence, and all that its senders know. */
  private static final class Sequence {
    private final String path;
    private final List<String> uids;
    private final List<Request> sent = new ArrayList<>();

    /** By the id of the request. */
    private final Map<String, Open> publishes = new HashMap<>();

    private final List<Keyed> keyed = new ArrayList<>();
    private final List<String> ids = new ArrayList<>();
    private int left;

    Sequence(String path, List<String> uids, int left) {
      this.path = path;
      this.uids = uids;
      this.left = left;
    }
  }

  InboxTraffic(long seed, String run, Credentials credentials, InstantSource clock) {
    this.random = new RandomChoices(seed);
    this.run = run;
    this.clock = clock;
    Map<String, String> headers =
        Map.of(
            "Authorization",
            "Bearer " + credentials.serviceToken(),
            "Content-Type",
            "application/json");
    this.requests = new RequestFactory(run, headers);
    this.publications = new PublicationChoices(random, run);
    this.wrong = new WrongRequests(requests);
  }

  @Override
  public List<Request> preparation() {
    List<Request> first = new ArrayList<>();
    for (int number = 0; number < TENANTS.size(); number++) {
      first.add(settings(number));
    }
    for (int number = 0; number < CONFIGURED; number++) {
      first.add(config(number));
    }
    return first;
  }

  /** Settings of the tenant of an inbox. */
  private Request settings(int inbox) {
    return put(
        tenant(inbox) + "/settings",
        new JsonText().text("title", version()).text("ttl", random.of(LIVES)).toString());
  }

  private Request config(int inbox) {
    String ttl =
        new JsonText()
            .text("default", random.of(LIVES))
            .text(random.of(PublicationChoices.CATEGORIES), random.of(LIVES))
            .toString();
    return put(
        inbox(inbox) + "/config",
        new JsonText()
            .text("title", version())
            .text("description", "all of it")
            .raw("ttl", ttl)
            .toString());
  }

  private String version() {
    return "version " + versions++ + " of " + run;
  }

  private String tenant(int inbox) {
    return "/v1/inbox/" + segment(run + TENANTS.get(inbox % TENANTS.size()));
  }

  private String inbox(int number) {
    return tenant(number) + "/" + segment("i " + number);
  }

  @Override
  public Request next() {
    while (active.size() < ACTIVE) {
      active.add(sequence(sequences++));
    }
    Sequence sequence = random.of(active);
    if (sequence.left-- == 0) {
      active.remove(sequence);
      return next();
    }
    Request request = request(sequence);
    sequence.sent.add(request);
    return request;
  }

  private Sequence sequence(int number) {
    String uid = run + "-u" + number;
    return new Sequence(
        inbox(number / SEQUENCES_OF_AN_INBOX),
        List.of(uid + ".0", uid + ".1", uid + ".2"),
        LEAST_STEPS + random.below(MORE_STEPS));
  }

  private Request request(Sequence sequence) {
    int which = random.below(24);
    if (which < 8 || sequence.ids.isEmpty()) {
      return publish(sequence);
    }
    return switch (which) {
      case 8, 9, 10, 11, 12, 13 -> read(sequence, "messages", JsonText.array(readIds(sequence)));
      case 14, 15 -> read(sequence, "until", Long.toString(until()));
      case 16, 17 -> redact(sequence);
      case 18, 19 -> again(sequence);
      case 20, 21 -> publishUnderUsedKey(sequence, which == 20);
      case 22 ->
          random.coin() ? settings(random.below(TENANTS.size())) : config(random.below(CONFIGURED));
      default -> wrong.next(random, sequence.path, random.of(sequence.uids));
    };
  }

  private Request publish(Sequence sequence) {
    String key = random.oneIn(3) ? run + "#key " + keys++ : "";
    return publish(sequence, new Keyed(key, publications.next(sequence.uids)));
  }

  private Request publish(Sequence sequence, Keyed publish) {
    boolean keyed = !publish.key().isEmpty();
    Request request =
        requests.request(
            keyed ? Verdict.EITHER : Verdict.ACCEPTED,
            "POST",
            sequence.path + "/messages",
            keyed ? Map.of("Idempotency-Key", publish.key()) : Map.of(),
            publish.publication().text(random.coin()),
            ATTEMPTS);
    note(request, new Open(sequence, publish));
    return request;
  }

  /** The same publish, or another one, which must be refused. */
  private Request publishUnderUsedKey(Sequence sequence, boolean same) {
    if (sequence.keyed.isEmpty()) {
      return publish(sequence);
    }
    Keyed used = random.of(sequence.keyed);
    return publish(sequence, same ? used : new Keyed(used.key(), publications.next(sequence.uids)));
  }

  private Request read(Sequence sequence, String member, String json) {
    String path = sequence.path + "/users/" + segment(random.of(sequence.uids)) + "/reads";
    return put(path, new JsonText().raw(member, json).toString());
  }

  /** One or some of the sequence's messages, now and then of others. */
  private List<String> readIds(Sequence sequence) {
    List<String> some = new ArrayList<>();
    for (int count = random.below(3); count >= 0; count--) {
      some.add(JsonText.quoted(id(sequence)));
    }
    return some;
  }

  private String id(Sequence sequence) {
    return switch (random.below(20)) {
      case 0 -> never();
      case 1 -> random.of(ids);
      default -> random.of(sequence.ids);
    };
  }

  private String never() {
    String digits = Integer.toString(random.below(1_000_000_000));
    return "ZZZZZZZZ" + "0".repeat(9 - digits.length()) + digits;
  }

  private long until() {
    return clock.instant().getEpochSecond() + random.of(UNTIL);
  }

  private Request redact(Sequence sequence) {
    String path = sequence.path + "/messages/" + id(sequence);
    return requests.request(Verdict.ACCEPTED, "DELETE", path, Map.of(), "", ATTEMPTS);
  }

  private Request again(Sequence sequence) {
    Request request = random.of(sequence.sent);
    Request again = requests.again(request, ATTEMPTS);
    Open before = sequence.publishes.get(RequestFactory.id(request));
    if (before != null) {
      note(again, before);
    }
    return again;
  }

  private void note(Request request, Open publish) {
    open.put(RequestFactory.id(request), publish);
    publish.sequence().publishes.put(RequestFactory.id(request), publish);
  }

  private Request put(String path, String body) {
    return requests.request(Verdict.ACCEPTED, "PUT", path, Map.of(), body, ATTEMPTS);
  }

  private static String segment(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  @Override
  public void settled(Delivery delivery) {
    Open publish = open.remove(RequestFactory.id(delivery.request()));
    if (publish != null && delivery.acknowledged()) {
      String id = PlainJson.tree(delivery.answer()).path("id").asText();
      ids.add(id);
      publish.sequence().ids.add(id);
      if (!publish.publish().key().isEmpty()) {
        publish.sequence().keyed.add(publish.publish());
      }
    }
  }
}
