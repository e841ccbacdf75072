package io.tributary.e2e.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.fault.Seed;
import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.pipeline.Instance;
import io.tributary.harness.pipeline.Role;
import io.tributary.harness.pipeline.SplitPipeline;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.process.Eventually;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.Tables;
import io.tributary.harness.store.Topics;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
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
  private final AvroFiles avro = new AvroFiles();
  private final Workplace place = Workplace.of(InboxFanoutIT.class);
  private final SplitPipeline pipeline = SplitPipeline.start(place, 1);
  private final Topics topics = new Topics(pipeline.endpoints());
  private final Tables tables = new Tables(pipeline.endpoints());
  private final InboxFacts facts = new InboxFacts(topics, avro);
  private final InboxApi api = new InboxApi(new HttpProbe(place.deeds()), pipeline.gateway());
  private int killedBefore;

  @AfterEach
  void end() {
    topics.close();
    tables.close();
    pipeline.close();
  }

  @Test
  void shouldReachAllOrNoneWheneverProcessorsAreKilled() throws Exception {
    System.out.println("inbox fan-out: " + seed);
    pipeline.add(Role.PROCESSORS);
    List<String> uids = IntStream.range(0, RECIPIENTS).mapToObj("u%05d"::formatted).toList();
    int messages = 0;
    do {
      reachAllOrNone(uids);
      messages++;
    } while (killedBefore == 0 && messages < MOST_MESSAGES);

    assertThat(killedBefore).as("kills before anything was seen").isPositive();
  }

  @Test
  void shouldTakeAPublicMessageFromAllItsReaders() throws Exception {
    List<String> uids = IntStream.range(0, READERS).mapToObj("r%05d"::formatted).toList();
    long tomorrow = Instant.now().plus(Duration.ofDays(1)).getEpochSecond();
    topics.appendAll(uids.stream().map(uid -> event(uid, facts.readUntil(tomorrow))).toList());
    pipeline.awaitDrained();

    String id = api.toEveryone(INBOX, InboxSamples.message("to everyone", "promo"));
    Eventually.await("receipts of " + id)
        .until(() -> topics.visible("inbox.receipts").size() >= READERS / 2);
    killProcessors();
    startProcessors();
    pipeline.awaitDrained();
    assertThat(items(id)).as("receipts and the message").hasSize(READERS + 1);

    api.redact(INBOX, id);
    killProcessors();
    startProcessors();
    pipeline.awaitDrained();
    assertThat(items(id)).isEmpty();
    assertThat(counters())
        .hasSize(2 * READERS + 2)
        .allSatisfy(item -> assertThat(InboxItems.number(item, "published")).isZero());
  }

  private List<Map<String, Object>> items(String id) {
    return tables.scan(InboxItems.TABLE).stream()
        .filter(item -> ("m#" + id).equals(item.get("sk")))
        .toList();
  }

  /** A message comes to all while processors are killed, and goes likewise. */
  private void reachAllOrNone(List<String> uids) throws IOException {
    String id = api.toUsers(INBOX, uids, InboxSamples.message("to all", "billing"));
    killUntilSeen("DeliveredMessage", id, uids);
    pipeline.awaitDrained();
    assertThat(items(id)).hasSize(RECIPIENTS);
    requireCounters(1);

    api.redact(INBOX, id);
    killUntilSeen("RedactedMessage", id, uids);
    pipeline.awaitDrained();
    assertThat(items(id)).isEmpty();
    requireCounters(0);
  }

  private ProducerRecord<byte[], byte[]> event(String uid, GenericRecord event) {
    return facts.record(
        InboxFacts.EVENTS,
        null,
        INBOX.pk(uid),
        facts.event(INBOX, uid, Instant.now(), event).build());
  }

  /**
   * Kills all processors at a random moment and starts them again until all events are seen. While
   * they are dead nothing can be added: all are there, or none.
   */
  private void killUntilSeen(String kind, String id, List<String> uids) {
    int tries = 0;
    while (tries == 0 || look(kind, id) == 0) {
      tries++;
      awaitElapsed(Duration.ofMillis(random.nextInt(tries * LATEST_KILL_MS)));
      killProcessors();
      awaitElapsed(SETTLED);
      long seen = look(kind, id);
      assertThat(seen).as("%s of %s while no processor lives", kind, id).isIn(0L, all(uids));
      killedBefore += seen == 0 ? 1 : 0;
      startProcessors();
    }
    Eventually.await(kind + " for all").until(() -> look(kind, id) == all(uids));
  }

  private static Long all(List<String> uids) {
    return (long) uids.size();
  }

  /** Counts the committed events of that kind and message. */
  private long look(String kind, String id) {
    return topics.visible(InboxFacts.EVENTS).stream()
        .map(record -> (GenericRecord) avro.decode(record.raw().value()).get("event"))
        .filter(event -> event.getSchema().getName().equals(kind))
        .filter(event -> event.get("id").toString().equals(id))
        .count();
  }

  private void killProcessors() {
    pipeline.of(Role.PROCESSORS).forEach(Instance::kill);
  }

  private void startProcessors() {
    pipeline.of(Role.PROCESSORS).forEach(Instance::launch);
    pipeline.of(Role.PROCESSORS).forEach(Instance::awaitReady);
  }

  private static void awaitElapsed(Duration time) {
    Instant end = Instant.now().plus(time);
    Eventually.await()
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(2))
        .until(() -> Instant.now().isAfter(end));
  }

  private void requireCounters(long published) throws IOException {
    // in all and of the one category
    assertThat(counters())
        .hasSize(2 * RECIPIENTS)
        .allSatisfy(item -> assertThat(InboxItems.number(item, "published")).isEqualTo(published));
  }

  private List<Map<String, Object>> counters() {
    return tables.scan(InboxItems.TABLE).stream()
        .filter(item -> "US".equals(item.get("kind")))
        .toList();
  }
}
