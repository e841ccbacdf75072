package io.tributary.e2e.history;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.fault.Fault;
import io.tributary.harness.fault.FaultPlan;
import io.tributary.harness.fault.FaultyDynamo;
import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.load.Seed;
import io.tributary.harness.pipeline.Instance;
import io.tributary.harness.pipeline.Role;
import io.tributary.harness.pipeline.SplitPipeline;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.process.Completed;
import io.tributary.harness.process.Eventually;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.Cluster;
import io.tributary.harness.store.PlainItem;
import io.tributary.harness.store.Tables;
import io.tributary.harness.store.Topics;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.apache.avro.generic.GenericRecordBuilder;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A sink alone, given records of the history family, and what the table then holds. */
@TestInstance(Lifecycle.PER_CLASS)
@Tag("storm")
final class HistorySinkIT {

  private static final ThreadId THREAD = ThreadId.of("user456", "thread789");
  private static final ThreadId HOSTILE = ThreadId.of("hostile", "thread789");
  private static final ThreadId BUSY = ThreadId.of("busy", "thread789");
  private static final long FIRST = 1_765_370_096_000L;
  private static final int THREADS = 40;
  private static final int REVISIONS = 12;
  private static final Set<Fault> FAULTS =
      EnumSet.complementOf(EnumSet.of(Fault.TIMEOUT_BEFORE, Fault.TIMEOUT_AFTER));

  private final Seed seed = Seed.next();
  private final Workplace place = Workplace.of(HistorySinkIT.class);
  private final HttpProbe http = new HttpProbe(place.deeds());
  private final FaultyDynamo dynamo = new FaultyDynamo(seed);
  private final SplitPipeline pipeline = SplitPipeline.start(place, 0, dynamo::inFrontOf);
  private final Instance sink = pipeline.add(Role.SINK);
  private final Topics topics = new Topics(pipeline.endpoints());
  private final Tables tables = new Tables(pipeline.endpoints());
  private final HistoryRecords records = new HistoryRecords(topics, new AvroFiles());

  /** Records that there are, all of which the running sink must have dealt with. */
  private int given;

  @AfterAll
  void end() {
    topics.close();
    tables.close();
    pipeline.close();
    dynamo.close();
  }

  @Test
  void shouldHaveTheDocumentedTable() {
    Completed check = pipeline.launcher().run(pipeline.endpoints().appendedTo("tables", "check"));

    assertThat(check.exitCode()).as(check.out() + check.err()).isZero();
    assertThat(check.out()).doesNotContain("history has");
  }

  @Test
  void shouldAnswerTheDocumentedQueries() throws IOException {
    give(records.message(THREAD, "msg_abc123", 1_234_567_890_123L, "Here's an example"));
    give(records.message(THREAD, "msg_later", 1_234_567_890_124L, "later"));
    give(records.thread(THREAD, 1_234_567_890_124L, 1));
    give(records.thread(THREAD.other("newest"), 1_765_370_096_000L, 1));
    give(records.thread(THREAD.other("oldest"), 1_000_000_000_000L, 1));
    give(records.thread(ThreadId.of("user457", "elsewhere"), 1_700_000_000_000L, 1));

    assertThat(query("PK-SKMessage-index-v1", THREAD.pk(), "SKMessage", "MSG#msg_abc123"))
        .containsExactly(
            Map.ofEntries(
                entry("PK", "org123#tenantA#user456#thread789"),
                entry("SK", "MSG#0000001234567890123#msg_abc123"),
                entry("SKMessage", "MSG#msg_abc123"),
                entry("ExpiryTime", PlainItem.number(4_070_908_800L)),
                entry("thread_id", "thread789"),
                entry("timestamp", PlainItem.number(1_234_567_890_123L)),
                entry("message_id", "msg_abc123"),
                entry("content", "Here's an example"),
                entry("role", "user"),
                entry("created_at", "2025-12-10T12:34:56"),
                entry("updated_at", "2025-12-10T12:34:56")));
    assertThat(
            query("PK-SKTimestampThread-index-v1", THREAD.userPk(), "SKTimestampThread", "THREAD#"))
        .extracting(item -> item.get("SKTimestampThread"))
        .containsExactly(
            "THREAD#1765370096000#newest",
            "THREAD#1234567890124#thread789",
            "THREAD#1000000000000#oldest");
    assertThat(tables.scan("history"))
        .filteredOn(item -> THREAD.pk().equals(item.get("PK")))
        .extracting(item -> item.get("SK"))
        .containsExactly(
            "MSG#0000001234567890123#msg_abc123",
            "MSG#0000001234567890124#msg_later",
            "THREAD#thread789");
  }

  @Test
  void shouldKeepBothItemsOfAThreadInStep() throws IOException {
    ThreadId thread = ThreadId.of("stepper", "thread789");
    double stored = outcomes("stored");
    double stale = outcomes("stale");
    double again = outcomes("already_stored");
    give(state(thread, 5));
    assertRevisions(thread, 5, 5);
    give(state(thread, 4));
    give(state(thread, 5));
    assertRevisions(thread, 5, 5);
    give(state(thread, 7));
    assertRevisions(thread, 7, 7);

    remove(thread.userPk(), thread);
    give(state(thread, 6));
    assertRevisions(thread, 7, 0);
    give(state(thread, 7));
    assertRevisions(thread, 7, 7);
    remove(thread.pk(), thread);
    give(state(thread, 8));
    assertRevisions(thread, 8, 8);

    assertThat(outcomes("stored") - stored).isEqualTo(4);
    assertThat(outcomes("stale") - stale).isEqualTo(2);
    assertThat(outcomes("already_stored") - again).isEqualTo(1);
  }

  @Test
  void shouldKeepBothItemsInStepWhateverBefallsTheirWrites() {
    Random random = seed.random();
    dynamo.follow(FaultPlan.none().with(FAULTS, 0.05));
    for (int rev = 1; rev <= REVISIONS; rev++) {
      for (int i = 0; i < THREADS; i++) {
        append(state(BUSY.other("t" + i), rev));
        if (random.nextInt(8) == 0) {
          append(state(BUSY.other("t" + i), rev - 1));
        }
      }
    }
    awaitGiven();
    assertAllAtLast();

    int lost = loseSome(random);
    deliverAllAgain();
    awaitGiven();
    assertAllAtLast();
    dynamo.follow(FaultPlan.none());
    System.out.printf("history sink: %s lost=%d %s%n", seed, lost, dynamo.faults());
    assertThat(dynamo.faults().of(Fault.ACTION_CONFLICT)).isPositive();
    assertThat(dynamo.faults().of(Fault.ACTION_THROTTLED)).isPositive();
    assertThat(dynamo.faults().of(Fault.CONFLICT_BESIDE_DUPLICATE)).isPositive();
  }

  @Test
  void shouldStoreHostileContentAsItIs() throws IOException {
    give(content("escape", "&#x27;<script>\u0000\uD83D\uDE00\uFFFD\r\n "));
    give(content("empty", ""));
    give(content("large", "\uD83D\uDE00".repeat(97_500)));
    give(content("nothing", records.structured("[null,[null,{}],{\"a\":null,\"b\":[]},\"\"]")));
    give(
        content(
            "digits",
            records.structured("{\"n\":[-1234567890.1234567890123456789012345678,1e125,1e-130]}")));
    give(content("name", records.structured("{\"" + "n".repeat(50_000) + "\":1}")));
    give(content("deep", records.structured("[".repeat(31) + "]".repeat(31))));

    assertThat(content("escape")).isEqualTo("&#x27;<script>\u0000\uD83D\uDE00\uFFFD\r\n ");
    assertThat(content("empty")).isEqualTo("");
    assertThat(content("large")).isEqualTo("\uD83D\uDE00".repeat(97_500));
    assertThat(content("nothing"))
        .isEqualTo(
            List.of(
                PlainItem.Null.NULL,
                List.of(PlainItem.Null.NULL, Map.of()),
                Map.of("a", PlainItem.Null.NULL, "b", List.of()),
                ""));
    assertThat(content("digits"))
        .isEqualTo(
            Map.of(
                "n",
                List.of(
                    new BigDecimal("-1234567890.1234567890123456789012345678"),
                    new BigDecimal("1E+125"),
                    new BigDecimal("1E-130"))));
    assertThat(content("name")).isEqualTo(Map.of("n".repeat(50_000), BigDecimal.ONE));
    Object deep = content("deep");
    for (int level = 1; level < 31; level++) {
      deep = ((List<?>) deep).get(0);
    }
    assertThat(deep).isEqualTo(List.of());
  }

  @Test
  void shouldBuryWhatNoItemCanHoldAndGoOn() throws IOException {
    give(content("huge", "x".repeat(410_000)));
    give(content("precise", records.structured("[0.123456789012345678901234567890123456789]")));
    give(content("bottomless", records.structured("[".repeat(32) + "]".repeat(32))));
    give(content("nameless", records.structured("[{\"\":1}]")));
    give(content("long-winded", records.structured("{\"" + "n".repeat(50_001) + "\":1}")));
    give(content("cut", records.structured("[1")));
    give(content("half", records.structured("[\"\\ud83d\"]")));
    give(content("behind", "kept"));

    assertThat(content("behind")).isEqualTo("kept");
    assertThat(tables.scan("history"))
        .filteredOn(item -> HOSTILE.pk().equals(item.get("PK")))
        .extracting(item -> item.get("message_id"))
        .contains("behind")
        .doesNotContain("huge", "precise", "bottomless", "nameless", "long-winded", "cut", "half");
    Eventually.await("dead letters").until(() -> topics.read("history.dead-letters").size() == 7);
    assertThat(topics.read("history.dead-letters"))
        .allSatisfy(
            letter -> assertThat(letter.header("tributary-code")).contains("ITEM_REJECTED"));
  }

  /** Gives the sink a record and waits until it has dealt with it. */
  private void give(GenericRecordBuilder record) throws IOException {
    append(record);
    awaitGiven();
  }

  private void append(GenericRecordBuilder record) {
    records.append(record);
    given++;
  }

  private void awaitGiven() {
    Eventually.await("the sink to have dealt with " + given)
        .pollInterval(Duration.ofMillis(100))
        .until(() -> ended() >= given);
  }

  private double ended() throws IOException {
    return http.metric(sink.http(), "tributary_sink_outcomes_total")
        + http.metric(sink.http(), "tributary_sink_undecodable_total");
  }

  private double outcomes(String outcome) throws IOException {
    return http.metric(sink.http(), "tributary_sink_outcomes_total{outcome=\"" + outcome + "\"}");
  }

  private GenericRecordBuilder content(String messageId, Object content) {
    return records.message(HOSTILE, messageId, 1_234_567_890_123L, content);
  }

  /** What the table holds of that message. */
  private Object content(String messageId) {
    String sk = "MSG#0000001234567890123#" + messageId;
    return tables
        .get("history", Map.of("PK", HOSTILE.pk(), "SK", sk))
        .map(item -> PlainItem.of(item).get("content"))
        .orElseThrow();
  }

  private List<Map<String, Object>> query(String index, String pk, String name, String start) {
    return tables
        .client()
        .query(
            request ->
                request
                    .tableName("history")
                    .indexName(index)
                    .scanIndexForward(false)
                    .keyConditionExpression("PK = :pk AND begins_with(" + name + ", :start)")
                    .expressionAttributeValues(
                        Map.of(
                            ":pk", AttributeValue.fromS(pk),
                            ":start", AttributeValue.fromS(start))))
        .items()
        .stream()
        .map(PlainItem::of)
        .toList();
  }

  /** Revisions of the thread's item and of the list's, with all that goes with them; 0: absent. */
  private void assertRevisions(ThreadId thread, long own, long listed) {
    assertRevision(thread.pk(), thread, own);
    assertRevision(thread.userPk(), thread, listed);
  }

  private void assertRevision(String pk, ThreadId thread, long rev) {
    Optional<Map<String, Object>> item =
        tables
            .get("history", Map.of("PK", pk, "SK", "THREAD#" + thread.thread()))
            .map(PlainItem::whole);
    if (rev == 0) {
      assertThat(item).isEmpty();
      return;
    }
    assertThat(item.orElseThrow())
        .isEqualTo(
            Map.ofEntries(
                entry("PK", pk),
                entry("SK", "THREAD#" + thread.thread()),
                entry("SKTimestampThread", "THREAD#" + (FIRST + rev) + "#" + thread.thread()),
                entry("ExpiryTime", PlainItem.number(4_070_908_800L)),
                entry("org_id", "org123"),
                entry("user_id", thread.user()),
                entry("is_temporary", false),
                entry("title", "as of " + rev),
                entry("created_at", "2025-12-10T12:34:56"),
                entry("updated_at", "2025-12-10T12:34:56"),
                entry("user_message_count", BigDecimal.ONE),
                entry("rev", PlainItem.number(rev))));
  }

  private void assertAllAtLast() {
    for (int i = 0; i < THREADS; i++) {
      assertRevisions(BUSY.other("t" + i), REVISIONS, REVISIONS);
    }
  }

  private GenericRecordBuilder state(ThreadId thread, long rev) {
    return records.thread(thread, FIRST + rev, rev);
  }

  private void remove(String pk, ThreadId thread) {
    tables
        .client()
        .deleteItem(
            request ->
                request
                    .tableName("history")
                    .key(
                        Map.of(
                            "PK", AttributeValue.fromS(pk),
                            "SK", AttributeValue.fromS("THREAD#" + thread.thread()))));
  }

  /** Removes one item of some threads, and both of others. */
  private int loseSome(Random random) {
    int lost = 0;
    for (int i = 0; i < THREADS; i++) {
      ThreadId thread = BUSY.other("t" + i);
      for (String pk : List.of(thread.pk(), thread.userPk())) {
        if (random.nextInt(3) == 0) {
          remove(pk, thread);
          lost++;
        }
      }
    }
    return lost;
  }

  private void deliverAllAgain() {
    assertThat(sink.process().terminate()).isZero();
    try (Cluster cluster = new Cluster(pipeline.endpoints())) {
      cluster.rewind("tributary-sink");
    }
    sink.launch();
    sink.awaitReady();
  }
}
