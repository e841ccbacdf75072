package io.tributary.e2e.inbox;

import io.tributary.e2e.FamilyLoad;
import io.tributary.e2e.Losses;
import io.tributary.harness.http.Answer;
import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.load.Delivery;
import io.tributary.harness.load.Upload;
import io.tributary.harness.process.Deeds;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.Tables;
import io.tributary.harness.store.TopicRecord;
import io.tributary.harness.store.Topics;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.awaitility.Awaitility;

/** Publishes, reads and redactions, beside forged sequences of events; some messages expire. */
public final class InboxLoad implements FamilyLoad {

  private static final int FORGED_SEQUENCES = 200;
  private static final int USERS = 200;
  private static final int MESSAGES = 400;

  /** A message of a user and one of everyone, and the receipt of this. */
  private static final int EXPIRED = 3;

  private static final Inbox ASLEEP = Inbox.of("asleep");

  /** Its messages live for seconds. */
  private static final Inbox SOON = Inbox.of("soon");

  private final AvroFiles avro = new AvroFiles();
  private final SentRequests sent = new SentRequests();

  /** Places of events that no service has written for the first time. */
  private final Set<String> appended = new HashSet<>();

  private final Deeds deeds;
  private final Random random;
  private final InboxTraffic traffic;
  private Set<String> events = Set.of();

  public InboxLoad(Deeds deeds, Random random) {
    this.deeds = deeds;
    this.random = random;
    this.traffic = new InboxTraffic(random);
  }

  @Override
  public void begin(URI gateway) throws IOException {
    InboxApi api = new InboxApi(new HttpProbe(deeds), gateway);
    api.settings(
        Inbox.of(InboxTraffic.BRIEF),
        "{\"title\":\"Brief\",\"ttl\":\"%ds\"}".formatted(InboxTraffic.BRIEF_LIFE));
    api.config(
        Inbox.of("acme"),
        "{\"title\":\"T\",\"description\":\"D\",\"ttl\":{\"default\":\"30d\",\"promo\":\"7d\"}}");
    api.settings(SOON, "{\"title\":\"Soon\",\"ttl\":\"6s\"}");
    String own =
        send(api, "POST", SOON.messages(), InboxSamples.toUsers(List.of("ann"), message("ann")));
    String open = send(api, "POST", SOON.messages(), InboxSamples.toEveryone(message("everyone")));
    for (String answer : List.of(own, open)) {
      String id = Answer.parse(answer).path("id").asText();
      send(api, "PUT", SOON.reads("ann"), "{\"messages\":[\"" + id + "\"]}");
    }
  }

  private static String message(String whose) {
    return InboxSamples.message("soon over for " + whose);
  }

  private String send(InboxApi api, String method, String path, String body) throws IOException {
    Instant start = Instant.now();
    Answer answer = api.send(method, path, body, Map.of());
    Upload upload = new Upload(method, path, Map.of(), body, 1);
    sent.add(List.of(new Delivery(upload, answer.status(), answer.body(), start, Instant.now())));
    return answer.body();
  }

  @Override
  public Optional<Upload> next() {
    return traffic.next();
  }

  @Override
  public void learn(Delivery delivery) {
    traffic.learn(delivery);
  }

  @Override
  public void add(Collection<Delivery> deliveries) {
    sent.add(deliveries);
  }

  @Override
  public void forge(Topics topics) {
    ForgedSequences forged = new ForgedSequences(random, new InboxFacts(topics, avro));
    appended.addAll(topics.appendAll(forged.next(FORGED_SEQUENCES)));
  }

  @Override
  public void endWaits(Topics topics) {
    InboxBench.endWaits(topics, avro);
  }

  @Override
  public void awaitExpired(Topics topics) {
    Awaitility.await("messages and a receipt to expire")
        .atMost(Duration.ofMinutes(2))
        .until(() -> topics.read(InboxFacts.EXPIRIES).size() == EXPIRED);
  }

  @Override
  public void check(Topics topics, Tables tables) {
    InboxOracle.of(topics, avro).check(topics, tables);
    FanoutCheck.check(topics, avro, appended);
    sent.check(topics.read(InboxFacts.EVENTS), appended, avro);
    List<Map<String, Object>> items = tables.scan(InboxItems.TABLE);
    CountedItems.check(items);
    CountedItems.requireGone(items, sent.redacted());
  }

  @Override
  public boolean hasEverything(Topics topics) {
    InboxOracle oracle = InboxOracle.of(topics, avro);
    return EnumSet.complementOf(EnumSet.of(Happening.CONTINUATIONS)).stream()
        .allMatch(each -> oracle.tally().of(each) > 0);
  }

  @Override
  public Object tally(Topics topics) {
    return "accepted=" + sent.accepted() + " " + InboxOracle.of(topics, avro).tally();
  }

  @Override
  public List<String> tables() {
    return List.of(InboxItems.TABLE);
  }

  @Override
  public Set<String> facts() {
    return Set.of(
        InboxFacts.EVENTS,
        InboxFacts.PUBLISHES,
        InboxFacts.EXPIRIES,
        "inbox.settings-commands",
        "inbox.publish-commands");
  }

  @Override
  public Folded changeOften(Topics topics) {
    long end = Instant.now().plus(Duration.ofDays(30)).getEpochSecond();
    return append(topics, (facts, id) -> facts.delivered(id, null, end));
  }

  @Override
  public Optional<Folded> remove(Topics topics) {
    return Optional.of(append(topics, InboxFacts::redacted));
  }

  @Override
  public int removable(Tables tables) {
    return (int)
        tables.scan(InboxItems.TABLE).stream()
            .filter(item -> InboxItems.text(item, "pk").startsWith(ASLEEP.tenantPk()))
            .filter(item -> InboxItems.text(item, "sk").startsWith("m#"))
            .count();
  }

  /** An event of a message. */
  @FunctionalInterface
  private interface Event {
    GenericRecord of(InboxFacts facts, String id);
  }

  /** Appends that of every message, to its user. */
  private Folded append(Topics topics, Event event) {
    int before = topics.read("inbox.messages").size();
    InboxFacts facts = new InboxFacts(topics, avro);
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (int i = 0; i < MESSAGES; i++) {
      String uid = "u" + i % USERS;
      GenericRecord fact =
          facts
              .event(ASLEEP, uid, Instant.now(), event.of(facts, "ASLEEP%011d".formatted(i)))
              .build();
      records.add(facts.record(InboxFacts.EVENTS, null, ASLEEP.pk(uid), fact));
    }
    appended.addAll(topics.appendAll(records));
    return new Folded("inbox.messages", before + MESSAGES);
  }

  @Override
  public int lose(Tables tables, Random chance) {
    return Losses.ofTable(tables, InboxItems.TABLE, chance, "pk", "sk");
  }

  @Override
  public void replaying(Topics topics) {
    events = places(topics);
  }

  /** Publishes and expiries were passed on to their inboxes once more. */
  @Override
  public void replayed(Topics topics) {
    Set<String> again = places(topics);
    again.removeAll(events);
    appended.addAll(again);
  }

  private static Set<String> places(Topics topics) {
    return topics.read(InboxFacts.EVENTS).stream()
        .map(TopicRecord::place)
        .collect(Collectors.toCollection(HashSet::new));
  }
}
