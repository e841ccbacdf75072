package io.tributary.processors;

import static io.tributary.processors.DrivenTopology.START;
import static io.tributary.schemas.topic.HistoryTopics.DEAD_LETTERS;
import static io.tributary.schemas.topic.HistoryTopics.EVENTS;
import static io.tributary.schemas.topic.HistoryTopics.FEEDBACK;
import static io.tributary.schemas.topic.HistoryTopics.MESSAGES;
import static io.tributary.schemas.topic.HistoryTopics.THREADS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.history.HistoryEvent;
import io.tributary.avro.history.HistoryMessage;
import io.tributary.avro.history.HistoryThread;
import io.tributary.avro.history.MessageRole;
import io.tributary.avro.history.PostedMessage;
import io.tributary.avro.history.ThreadDetails;
import io.tributary.avro.history.Verso;
import io.tributary.schemas.format.SingleObjectFormat;
import io.tributary.schemas.key.history.ThreadKey;
import io.tributary.schemas.topic.Family;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/**
 * Random events of a few threads, in days that lie far enough apart for the stores to forget; the
 * model never forgets, and both must write the same.
 */
final class HistoryPropertyTest {

  private static final int SEEDS = 60;
  private static final int EVENTS_OF_A_SEED = 60;

  private static final List<ThreadKey> THREAD_KEYS =
      List.of(
          ThreadKey.of("a", null, "b", "c"),
          ThreadKey.of("a", "b", "c", "LLM"),
          ThreadKey.of("a", "b", "c", "d"));

  private final HistoryModel model = new HistoryModel();
  private final List<HistoryEvent> sent = new ArrayList<>();
  @AutoClose private final DrivenTopology topology = new DrivenTopology(Family.HISTORY);
  private Instant acceptedAt = START;
  private Instant wallClock = START;

  @Test
  void shouldWriteTheRecordsOfTheModel() {
    for (int seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      for (int i = 0; i < EVENTS_OF_A_SEED; i++) {
        send(random, "fact-" + seed + "-" + i);
        if (random.nextInt(4) == 0) {
          pass(Duration.ofSeconds(random.nextInt(120)));
        }
      }
      requireAlike("seed " + seed);
      assertThat(topology.stored("history.waits-state"))
          .as("waits after seed %s", seed)
          .hasSameSizeAs(model.waiting);
      sent.clear();
      pass(Duration.ofDays(3));
      pass(Duration.ofSeconds(5));
      requireAlike("days after seed " + seed);
      acceptedAt = wallClock;
      assertThat(topology.stored("history.waits-state")).as("seed %s", seed).isEmpty();
    }
    assertThat(model.waiting).isEmpty();
    System.out.printf(
        "%d seeds: %d repeats, %d flips, %d second lives, %d rated late%n",
        SEEDS, model.duplicates, model.flips, model.secondLives, model.ratedLate);
    assertThat(List.of(model.duplicates, model.flips, model.secondLives, model.ratedLate))
        .allSatisfy(count -> assertThat(count).isGreaterThan(SEEDS));
    assertThat(topology.metrics())
        .contains(
            "tributary_processors_duplicates_total{topic=\"history.messages\"} "
                + model.duplicates
                + ".0");
    assertThat(topology.stored("history.messages-state").size())
        .as("what is long dead has been removed")
        .isLessThan(20);
  }

  private void send(Random random, String factId) {
    acceptedAt =
        acceptedAt.plusMillis(
            switch (random.nextInt(12)) {
              case 0 -> -random.nextInt(60_000);
              case 1 -> random.nextInt(700_000);
              case 2 -> 600_000;
              case 3 -> 0;
              default -> random.nextInt(30_000);
            });
    HistoryEvent event =
        Events.living(
            random.nextInt(10) == 0 ? 2 : 900,
            random.nextInt(10) == 0 ? 1 : 120,
            Events.event(
                THREAD_KEYS.get(random.nextInt(THREAD_KEYS.size())),
                factId,
                acceptedAt,
                what(random)));
    if (!sent.isEmpty() && random.nextInt(8) == 0) {
      event = repeated(sent.get(random.nextInt(sent.size())), factId);
    }
    sent.add(event);
    ThreadKey key =
        ThreadKey.of(event.getOrgId(), event.getTenantId(), event.getUserId(), event.getThreadId());
    topology.send(EVENTS, key, event);
    model.accept(event);
  }

  /** The same event of a client that repeats it now. */
  private HistoryEvent repeated(HistoryEvent event, String factId) {
    return HistoryEvent.newBuilder(event).setEnvelope(Facts.envelope(factId, acceptedAt)).build();
  }

  private SpecificRecordBase what(Random random) {
    String id = "m" + random.nextInt(4);
    return switch (random.nextInt(9)) {
      case 0, 1, 2, 3 -> {
        MessageRole role = random.nextInt(3) == 0 ? MessageRole.assistant : MessageRole.user;
        yield PostedMessage.newBuilder(Events.message(role, id, timestamp(random)))
            .setContent("text " + random.nextInt(100))
            .setThread(random.nextBoolean() ? null : details(random))
            .build();
      }
      case 4, 5 -> details(random);
      case 6 -> Events.feedback(id, verso(random));
      case 7 -> Events.feedback(id, verso(random), random.nextBoolean() ? null : "comment");
      default -> random.nextInt(3) == 0 ? Events.tick() : Events.feedback(id, verso(random));
    };
  }

  private long timestamp(Random random) {
    return acceptedAt.toEpochMilli() - (random.nextBoolean() ? 0 : random.nextInt(100_000));
  }

  private static ThreadDetails details(Random random) {
    return Events.details(
        random.nextBoolean() ? null : "title " + random.nextInt(2),
        random.nextInt(4) > 0 ? null : "origin " + random.nextInt(2),
        random.nextBoolean() ? null : random.nextBoolean());
  }

  private static @Nullable Verso verso(Random random) {
    return random.nextInt(3) == 0 ? null : random.nextBoolean() ? Verso.up : Verso.down;
  }

  /** Lets the wall clock go on; ticks are part of the log from then on. */
  private void pass(Duration time) {
    wallClock = wallClock.plus(time);
    topology.advance(time);
    topology.values(EVENTS).forEach(model::accept);
  }

  private void requireAlike(String where) {
    List<HistoryMessage> messages = topology.values(MESSAGES);
    assertThat(messages.stream().map(HistoryPropertyTest::line))
        .as(where)
        .containsExactlyElementsOf(model.messageLines);
    assertThat(topology.values(THREADS).stream().map(HistoryPropertyTest::line))
        .as(where)
        .containsExactlyElementsOf(model.threadLines);
    assertThat(topology.records(DEAD_LETTERS).stream().map(HistoryPropertyTest::factId))
        .as(where)
        .containsExactlyElementsOf(model.deadLetters);
    assertThat(topology.values(FEEDBACK).size()).as(where).isLessThanOrEqualTo(messages.size());
    model.messageLines.clear();
    model.threadLines.clear();
    model.deadLetters.clear();
  }

  private static String factId(TestRecord<byte[], byte[]> deadLetter) {
    return SingleObjectFormat.ofReleases()
        .decode(HistoryEvent.class, deadLetter.value())
        .getEnvelope()
        .getFactId();
  }

  private static String line(HistoryMessage message) {
    return String.join(
        " ",
        message.getOrgId(),
        message.getTenantId(),
        message.getUserId(),
        message.getThreadId(),
        message.getRole() == MessageRole.user ? "MSG" : "LLM",
        message.getMessageId(),
        message.getContent().toString(),
        message.getTimestampMs() + " " + message.getVerso(),
        message.getFeedback(),
        message.getExpiryTimeS() + " " + message.getCreatedAtMs(),
        message.getUpdatedAtMs() + " " + message.getRev());
  }

  private static String line(HistoryThread thread) {
    return String.join(
        " ",
        thread.getOrgId(),
        thread.getTenantId(),
        thread.getUserId(),
        thread.getThreadId(),
        thread.getTitle(),
        thread.getOrigin(),
        thread.getIsTemporary() + " " + thread.getUserMessageCount(),
        thread.getLastActivityAtMs() + " " + thread.getExpiryTimeS(),
        thread.getCreatedAtMs() + " " + thread.getUpdatedAtMs() + " " + thread.getRev());
  }
}
