package io.tributary.e2e.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.load.LoadGenerator;
import io.tributary.harness.load.Seed;
import io.tributary.harness.pipeline.Kills;
import io.tributary.harness.pipeline.Role;
import io.tributary.harness.pipeline.SplitPipeline;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.process.Deed;
import io.tributary.harness.process.Deeds;
import io.tributary.harness.process.Eventually;
import io.tributary.harness.store.ForgedFacts;
import io.tributary.harness.store.TopicRecord;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Thousands of random sequences while services are killed, held each time that all has been stored
 * against a fold of what was accepted, and against what the clients know. {@code -De2e.seed=…}
 * repeats the chances of a run; {@code -De2e.inbox.rounds=…} and {@code -De2e.inbox.sequences=…},
 * how many are forged in each, make it longer or shorter.
 */
@Tag("storm")
final class InboxModelIT {

  private static final int ROUNDS = Integer.getInteger("e2e.inbox.rounds", 2);
  private static final int MOST_BETWEEN_KILLS = 100;
  private static final int FORGED_SEQUENCES = Integer.getInteger("e2e.inbox.sequences", 1_000);
  private static final int AGAIN = 60;
  private static final int CLIENTS = 8;

  private static final List<String> DELIVERED_AGAIN =
      List.of(
          InboxFacts.EVENTS, "inbox.publish-commands", InboxFacts.EXPIRIES, InboxFacts.PUBLISHES);

  private final Seed seed = Seed.next();
  private final Random random = seed.random();
  private final Workplace place = Workplace.of(InboxModelIT.class);
  private final Deeds deeds = place.deeds();
  private final InboxBench bench = new InboxBench(SplitPipeline.start(place, 2));
  private final InboxTraffic traffic = new InboxTraffic(seed.random());
  private final ForgedSequences forged = new ForgedSequences(seed.random(), bench.facts);
  private final SentRequests sent = new SentRequests();

  /** Places of events that no service has written. */
  private final Set<String> appended = new HashSet<>();

  private final Map<String, Long> redelivered = new TreeMap<>();
  private long expired;

  @AfterEach
  void end() {
    bench.close();
  }

  @Test
  void shouldHoldWhatTheLogSaysThroughEveryCrash() throws Exception {
    System.out.println("inbox model: " + seed);
    setLives();
    for (int round = 1; round <= ROUNDS; round++) {
      load();
      bench.awaitQuiet();
      check("inbox model round " + round);
    }
    InboxOracle oracle = bench.oracle();
    assertThat(deeds.of(Deed.KILLED)).isGreaterThanOrEqualTo(3L * ROUNDS);
    assertThat(deeds.of(Deed.OTHER_5XX)).isZero();
    assertThat(sent.refused()).as("publishes under a key of another").isPositive();
    assertThat(redelivered).containsOnlyKeys(DELIVERED_AGAIN);
    oracle.requireAll(EnumSet.complementOf(EnumSet.of(Happening.CONTINUATIONS)));
  }

  private void setLives() throws IOException {
    InboxApi api = new InboxApi(new HttpProbe(deeds), pipeline().of(Role.GATEWAY).get(0).http());
    api.settings(
        Inbox.of(InboxTraffic.BRIEF),
        "{\"title\":\"Brief\",\"ttl\":\"%ds\"}".formatted(InboxTraffic.BRIEF_LIFE));
    api.config(
        Inbox.of("acme"),
        "{\"title\":\"T\",\"description\":\"D\",\"ttl\":{\"default\":\"30d\",\"promo\":\"7d\"}}");
  }

  private void load() {
    try (LoadGenerator load =
        new LoadGenerator(
            deeds,
            pipeline()::nextGateway,
            traffic::next,
            traffic::learn,
            CLIENTS,
            Duration.ofMillis(20))) {
      load.awaitMore(MOST_BETWEEN_KILLS);
      expire();
      appended.addAll(bench.topics.appendAll(forged.next(FORGED_SEQUENCES)));
      Kills.oneOfEach(pipeline(), load, random, MOST_BETWEEN_KILLS);
      load.awaitMore(MOST_BETWEEN_KILLS);
      DELIVERED_AGAIN.forEach(this::deliverAgain);
      traffic.endSequences();
      sent.add(load.finish());
    }
  }

  /**
   * Appends to {@code inbox.expiries}, as the relay does, what somebody or everyone was sent, and
   * what somebody has read. Only of the tenant that takes nothing back: receipts stay when their
   * message expires, and a redaction behind it would leave them there.
   */
  private void expire() {
    List<GenericRecord> events =
        new ArrayList<>(
            Eventually.await("something that can expire")
                .until(this::brief, some -> some.size() >= AGAIN));
    Collections.shuffle(events, random);
    expired +=
        bench.topics.appendAll(events.stream().limit(AGAIN).map(this::expiry).toList()).size();
  }

  private List<GenericRecord> brief() {
    return bench.topics.read(InboxFacts.EVENTS).stream()
        .filter(this::isBrief)
        .map(record -> bench.avro.decode(record.raw().value()))
        .filter(fact -> ((GenericRecord) fact.get("event")).hasField("id"))
        .toList();
  }

  private ProducerRecord<byte[], byte[]> expiry(GenericRecord fact) {
    Inbox inbox = Held.inbox(fact);
    String uid = fact.get("uid").toString();
    String id = ((GenericRecord) fact.get("event")).get("id").toString();
    return bench.facts.record(
        InboxFacts.EXPIRIES,
        null,
        inbox.pk(uid),
        bench.facts.expired(inbox, uid, Instant.now(), id).build());
  }

  /** Facts come twice: such as the services may write after a crash, and as a producer may. */
  private void deliverAgain(String topic) {
    List<TopicRecord> records = new ArrayList<>(bench.topics.read(topic));
    // who was sent what is remembered for as long as that lives
    records.removeIf(record -> topic.equals(InboxFacts.PUBLISHES) && isBrief(record));
    Collections.shuffle(records, random);
    List<String> places =
        bench.topics.appendAll(records.stream().limit(AGAIN).map(ForgedFacts::again).toList());
    places.forEach(place -> redelivered.merge(topic, 1L, Long::sum));
    if (topic.equals(InboxFacts.EVENTS)) {
      appended.addAll(places);
    }
  }

  private boolean isBrief(TopicRecord record) {
    GenericRecord fact = bench.avro.decode(record.raw().value());
    return fact.get("tenant_key").toString().equals(InboxTraffic.BRIEF);
  }

  private void check(String what) {
    InboxOracle oracle = bench.oracle();
    oracle.check(bench.topics, bench.tables);
    FanoutCheck.check(bench.topics, bench.avro, appended);
    sent.check(bench.topics.read(InboxFacts.EVENTS), appended, bench.avro);
    CountedItems.check(bench.tables.scan(InboxItems.TABLE));
    CountedItems.requireGone(bench.tables.scan(InboxItems.TABLE), sent.redacted());
    System.out.printf(
        "%s: %s sequences=%d accepted=%d refused=%d forged-sequences=%d forged-events=%d"
            + " expired=%d redelivered=%s items=%d %s %s%n",
        what,
        seed,
        traffic.sequences(),
        sent.accepted(),
        sent.refused(),
        forged.sequences(),
        forged.events(),
        expired,
        redelivered,
        oracle.items().size(),
        oracle.tally(),
        deeds);
  }

  private SplitPipeline pipeline() {
    return bench.pipeline;
  }
}
