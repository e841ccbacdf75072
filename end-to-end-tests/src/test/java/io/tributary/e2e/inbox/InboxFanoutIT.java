package io.tributary.e2e.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.load.Seed;
import io.tributary.harness.pipeline.Instance;
import io.tributary.harness.pipeline.Role;
import io.tributary.harness.pipeline.SplitPipeline;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.process.Eventually;
import io.tributary.harness.store.TopicRecord;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Messages to as many as there may be, while processors are killed. */
@Tag("storm")
final class InboxFanoutIT {

  private static final int RECIPIENTS = 10_000;

  /** More than are changed at once, in every partition. */
  private static final int READERS = 8_000;

  /** Each try may live longer by as much, so that one lives long enough. */
  private static final int LATEST_KILL_MS = 300;

  /** A fast machine may be done before the first kill of a message. */
  private static final int MOST_MESSAGES = 10;

  /** By then whatever was decided before a kill can be seen. */
  private static final Duration SETTLED = Duration.ofSeconds(2);

  private static final Inbox INBOX = new Inbox("fanout", "DEFAULT");

  private final Seed seed = Seed.next();
  private final Random random = seed.random();
  private final Workplace place = Workplace.of(InboxFanoutIT.class);
  private final InboxBench bench = new InboxBench(SplitPipeline.start(place, 1));
  private final InboxApi api =
      new InboxApi(new HttpProbe(place.deeds()), bench.pipeline.nextGateway());
  private int looks;
  private int killedBefore;
  private int killedAfter;

  @AfterEach
  void end() {
    bench.close();
  }

  @Test
  void shouldReachAllOrNoneWheneverProcessorsAreKilled() throws Exception {
    System.out.println("inbox fan-out: " + seed);
    bench.pipeline.add(Role.PROCESSORS);
    List<String> uids = IntStream.range(0, RECIPIENTS).mapToObj("u%05d"::formatted).toList();
    int messages = 0;
    do {
      reachAllOrNone(uids);
      messages++;
    } while (killedBefore == 0 && messages < MOST_MESSAGES);

    InboxOracle oracle = bench.oracle();
    FanoutCheck.check(bench.topics, bench.avro, Set.of());
    assertThat(oracle.tally().of(Happening.MESSAGES)).isEqualTo((long) messages * RECIPIENTS);
    assertThat(killedBefore).as("kills before anything was seen").isPositive();
    System.out.printf(
        "inbox fan-out: %s recipients=%d looks=%d killed-before=%d killed-after=%d"
            + " items=%d %s %s%n",
        seed,
        RECIPIENTS,
        looks,
        killedBefore,
        killedAfter,
        oracle.items().size(),
        oracle.tally(),
        place.deeds());
  }

  @Test
  void shouldTakeAPublicMessageFromAllItsReaders() throws Exception {
    List<String> uids = IntStream.range(0, READERS).mapToObj("r%05d"::formatted).toList();
    long tomorrow = Instant.now().plus(Duration.ofDays(1)).getEpochSecond();
    bench.topics.appendAll(
        uids.stream().map(uid -> event(uid, bench.facts.readUntil(tomorrow))).toList());
    bench.awaitDrained();

    String id = api.toEveryone(INBOX, InboxSamples.message("to everyone", "promo"));
    awaitReceipts(id, READERS / 2);
    killProcessors();
    startProcessors();
    bench.awaitDrained();
    InboxOracle oracle = bench.oracle();
    oracle.check(bench.topics, bench.tables);
    assertThat(oracle.tally().of(Happening.RECEIPTS)).isEqualTo(READERS);
    long slices = oracle.tally().of(Happening.CONTINUATIONS);
    assertThat(slices).isGreaterThanOrEqualTo(InboxFacts.PARTITIONS);

    api.redact(INBOX, id);
    killProcessors();
    startProcessors();
    bench.awaitDrained();
    oracle = bench.oracle();
    oracle.check(bench.topics, bench.tables);
    assertThat(oracle.tally().of(Happening.RECEIPTS_REDACTED)).isEqualTo(READERS);
    assertThat(oracle.tally().of(Happening.CONTINUATIONS))
        .isGreaterThanOrEqualTo(slices + InboxFacts.PARTITIONS);
    CountedItems.check(bench.tables.scan(InboxItems.TABLE));
    CountedItems.requireGone(bench.tables.scan(InboxItems.TABLE), Set.of(id));
    System.out.printf("inbox receipts: readers=%d %s %s%n", READERS, oracle.tally(), place.deeds());
  }

  /** A message comes to all while processors are killed, and goes likewise. */
  private void reachAllOrNone(List<String> uids) throws IOException {
    String id = api.toUsers(INBOX, uids, InboxSamples.message("to all", "billing"));
    killUntilSeen("DeliveredMessage", id, uids);
    bench.awaitDrained();
    bench.oracle().check(bench.topics, bench.tables);
    requireCounters(1);

    api.redact(INBOX, id);
    killUntilSeen("RedactedMessage", id, uids);
    bench.awaitDrained();
    bench.oracle().check(bench.topics, bench.tables);
    CountedItems.requireGone(bench.tables.scan(InboxItems.TABLE), Set.of(id));
    requireCounters(0);
  }

  private ProducerRecord<byte[], byte[]> event(String uid, GenericRecord event) {
    return bench.facts.record(
        InboxFacts.EVENTS,
        null,
        INBOX.pk(uid),
        bench.facts.event(INBOX, uid, Instant.now(), event).build());
  }

  private void awaitReceipts(String id, int least) {
    Eventually.await("receipts of " + id)
        .until(() -> bench.topics.visible("inbox.receipts").size() >= least);
  }

  /**
   * Kills all processors at a random moment and starts them again until all events are seen. While
   * they are dead nothing can be added: all are there, or none.
   */
  private void killUntilSeen(String kind, String id, List<String> uids) {
    Map<Integer, Long> shares =
        uids.stream()
            .map(uid -> InboxOracle.home(INBOX.pk(uid)))
            .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    int tries = 0;
    while (tries == 0 || look(kind, id, shares) == 0) {
      tries++;
      awaitElapsed(Duration.ofMillis(random.nextInt(tries * LATEST_KILL_MS)));
      killProcessors();
      awaitElapsed(SETTLED);
      long seen = look(kind, id, shares);
      assertThat(seen).as("%s of %s while no processor lives", kind, id).isIn(0L, all(uids));
      killedBefore += seen == 0 ? 1 : 0;
      killedAfter += seen == 0 ? 0 : 1;
      startProcessors();
    }
    Eventually.await(kind + " for all").until(() -> look(kind, id, shares) == all(uids));
  }

  private static Long all(List<String> uids) {
    return (long) uids.size();
  }

  /** How many can be seen now; of a partition's share all or none, as its log has one end. */
  private long look(String kind, String id, Map<Integer, Long> shares) {
    looks++;
    Map<Integer, Long> seen = new HashMap<>();
    for (TopicRecord record : bench.topics.visible(InboxFacts.EVENTS)) {
      GenericRecord event = (GenericRecord) bench.avro.decode(record.raw().value()).get("event");
      if (event.getSchema().getName().equals(kind) && event.get("id").toString().equals(id)) {
        seen.merge(record.raw().partition(), 1L, Long::sum);
      }
    }
    assertThat(shares).as("%s of %s by partition", kind, id).containsAllEntriesOf(seen);
    return seen.values().stream().mapToLong(Long::longValue).sum();
  }

  private void killProcessors() {
    bench.pipeline.of(Role.PROCESSORS).forEach(Instance::kill);
  }

  private void startProcessors() {
    bench.pipeline.of(Role.PROCESSORS).forEach(Instance::launch);
    bench.pipeline.of(Role.PROCESSORS).forEach(Instance::awaitReady);
  }

  private static void awaitElapsed(Duration time) {
    Instant end = Instant.now().plus(time);
    Eventually.await()
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(2))
        .until(() -> Instant.now().isAfter(end));
  }

  private void requireCounters(long published) throws IOException {
    List<Map<String, Object>> counters =
        bench.tables.scan(InboxItems.TABLE).stream()
            .filter(item -> "US".equals(item.get("kind")))
            .toList();
    // in all and of the one category
    assertThat(counters).hasSize(2 * RECIPIENTS);
    assertThat(counters)
        .allSatisfy(item -> assertThat(InboxItems.number(item, "published")).isEqualTo(published));
  }
}
