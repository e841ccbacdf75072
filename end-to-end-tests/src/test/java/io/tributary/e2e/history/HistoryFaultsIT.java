package io.tributary.e2e.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.fault.Fault;
import io.tributary.harness.fault.FaultPlan;
import io.tributary.harness.fault.FaultyDynamo;
import io.tributary.harness.load.LoadGenerator;
import io.tributary.harness.load.Seed;
import io.tributary.harness.pipeline.Instance;
import io.tributary.harness.pipeline.Role;
import io.tributary.harness.pipeline.SplitPipeline;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.process.Deed;
import io.tributary.harness.process.Deeds;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.Cluster;
import io.tributary.harness.store.PlainItem;
import io.tributary.harness.store.Tables;
import io.tributary.harness.store.TopicRecord;
import io.tributary.harness.store.Topics;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ItemResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * Everything that can befall a write of a message or of a thread's two items, many times over,
 * first as it happens, then with a second delivery after some items have been lost.
 */
@Tag("storm")
final class HistoryFaultsIT {

  /** Each as often as this at least: a fault that never happened proves nothing. */
  private static final int LEAST = 5;

  private static final String TABLE = "history";

  private static final Set<Fault> LONG = Fault.lasting();

  /** Can happen only where one item of a thread is there already and the other is not. */
  private static final Set<Fault> OF_HALVES = EnumSet.of(Fault.CONFLICT_BESIDE_DUPLICATE);

  private static final Set<Fault> SHORT =
      EnumSet.complementOf(
          EnumSet.of(Fault.TIMEOUT_BEFORE, Fault.TIMEOUT_AFTER, Fault.CONFLICT_BESIDE_DUPLICATE));

  private static final FaultPlan PLAN =
      FaultPlan.none().with(SHORT, 0.03).with(LONG, 0.01).with(OF_HALVES, 0.2);

  private final Seed seed = Seed.next();
  private final AvroFiles avro = new AvroFiles();
  private final Workplace place = Workplace.of(HistoryFaultsIT.class);
  private final Deeds deeds = place.deeds();
  private final FaultyDynamo dynamo = new FaultyDynamo(seed);
  private final SplitPipeline pipeline = SplitPipeline.start(place, 1, dynamo::inFrontOf);
  private final Topics topics = new Topics(pipeline.endpoints());
  private final Tables tables = new Tables(pipeline.endpoints());
  private final HistoryEvents log = new HistoryEvents(topics, avro);
  private final HistoryTraffic traffic = new HistoryTraffic(seed.random(), log);
  private int pairs;

  @AfterEach
  void end() {
    topics.close();
    tables.close();
    pipeline.close();
    dynamo.close();
  }

  @Test
  void shouldKeepItemsInStepWhateverBefallsTheirWrites() {
    System.out.println("history faults: " + seed);
    dynamo.follow(PLAN);
    PostedRequests posted = sendUntilFaultsHaveHappened();
    traffic.endWaits(log);
    pipeline.awaitDrained();
    List<TopicRecord> facts = topics.read(HistoryEvents.TOPIC);
    posted.check(facts, avro);
    HistoryOracle oracle = HistoryOracle.of(facts, avro);
    oracle.check(topics, tables);
    System.out.printf("history faults: first delivery %s %s%n", dynamo.faults(), dynamo.passed());

    int lost = loseSome(seed.random());
    deliverAgain();
    pipeline.awaitDrained();
    oracle.check(topics, tables);

    assertThat(haveHappened(OF_HALVES)).as("%s", dynamo.faults()).isTrue();
    assertThat(deeds.of(Deed.OTHER_5XX)).isZero();
    assertThat(pairs).as("pairs seen in step").isPositive();
    System.out.printf(
        "history faults: %s requests=%d forged=%d items=%d pairs-seen=%d lost=%d %s %s %s %s%n",
        seed,
        traffic.requests(),
        traffic.forged(),
        oracle.items().size(),
        pairs,
        lost,
        dynamo.faults(),
        dynamo.passed(),
        oracle.tally(),
        deeds);
  }

  private boolean haveHappened(Set<Fault> faults) {
    return faults.stream().allMatch(fault -> dynamo.faults().of(fault) >= LEAST);
  }

  private PostedRequests sendUntilFaultsHaveHappened() {
    PostedRequests posted = new PostedRequests();
    try (LoadGenerator load =
        new LoadGenerator(deeds, pipeline::nextGateway, traffic::next, 4, Duration.ofMillis(100))) {
      load.awaitUntil(
          "every fault to happen",
          () -> {
            checkPairs();
            return Stream.of(SHORT, LONG).allMatch(this::haveHappened);
          });
      posted.add(load.finish());
    }
    return posted;
  }

  /** Both items of a thread say the same at any moment, or neither is there. */
  private void checkPairs() {
    List<ThreadId> threads = traffic.threads();
    List<ItemResponse> found;
    try {
      found =
          tables
              .client()
              .transactGetItems(
                  request ->
                      request.transactItems(
                          threads.stream().flatMap(HistoryFaultsIT::bothItems).toList()))
              .responses();
    } catch (TransactionCanceledException e) {
      // Met a write: nothing was seen.
      return;
    }
    for (int i = 0; i < threads.size(); i++) {
      Map<String, Object> beside = withoutPk(found.get(2 * i));
      assertThat(withoutPk(found.get(2 * i + 1))).as("%s", threads.get(i)).isEqualTo(beside);
      pairs += beside.isEmpty() ? 0 : 1;
    }
  }

  private static Stream<TransactGetItem> bothItems(ThreadId thread) {
    return Stream.of(thread.pk(), thread.userPk())
        .map(
            pk ->
                TransactGetItem.builder()
                    .get(get -> get.tableName(TABLE).key(key(pk, "THREAD#" + thread.thread())))
                    .build());
  }

  private static Map<String, Object> withoutPk(ItemResponse found) {
    Map<String, Object> item = PlainItem.whole(found.item());
    item.remove("PK");
    return item;
  }

  /** Removes every third item or so: messages, and one or both items of threads. */
  private int loseSome(Random random) {
    int lost = 0;
    for (Map<String, Object> item : tables.scan(TABLE)) {
      if (random.nextInt(3) == 0) {
        Map<String, AttributeValue> key =
            key(String.valueOf(item.get("PK")), String.valueOf(item.get("SK")));
        tables.client().deleteItem(request -> request.tableName(TABLE).key(key));
        lost++;
      }
    }
    return lost;
  }

  private static Map<String, AttributeValue> key(String pk, String sk) {
    return Map.of("PK", AttributeValue.fromS(pk), "SK", AttributeValue.fromS(sk));
  }

  /** The sink gets every record once more, while faults go on. */
  private void deliverAgain() {
    Instance sink = pipeline.of(Role.SINK).get(0);
    sink.stop();
    try (Cluster cluster = new Cluster(pipeline.endpoints())) {
      cluster.rewind("tributary-sink");
    }
    sink.launch();
    sink.awaitReady();
  }
}
