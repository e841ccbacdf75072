package io.tributary.e2e.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.fault.Fault;
import io.tributary.harness.fault.FaultPlan;
import io.tributary.harness.fault.FaultyDynamo;
import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.load.LoadGenerator;
import io.tributary.harness.load.Seed;
import io.tributary.harness.pipeline.Instance;
import io.tributary.harness.pipeline.Role;
import io.tributary.harness.pipeline.SplitPipeline;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.process.Deed;
import io.tributary.harness.store.Cluster;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Everything that can befall the put of a message, a receipt or a counter, and the delete of what
 * is removed, many times over; first as it happens, then with a second delivery after some items
 * have been lost.
 */
@Tag("storm")
final class InboxFaultsIT {

  /** Each as often as this at least: a fault that never happened proves nothing. */
  private static final int LEAST = 5;

  private static final Set<Fault> LONG = Fault.lasting();

  private static final Set<Fault> SHORT = Fault.brief(Fault.WRITE_CONFLICT);

  private static final FaultPlan PLAN = FaultPlan.none().with(SHORT, 0.03).with(LONG, 0.01);

  private final Seed seed = Seed.next();
  private final Workplace place = Workplace.of(InboxFaultsIT.class);
  private final FaultyDynamo dynamo = new FaultyDynamo(seed);
  private final InboxBench bench = new InboxBench(SplitPipeline.start(place, 1, dynamo::inFrontOf));
  private final SentRequests sent = new SentRequests();

  @AfterEach
  void end() {
    bench.close();
    dynamo.close();
  }

  @Test
  void shouldKeepItemsAndCountersAsTheLogSaysWhateverBefallsTheirWrites() throws Exception {
    System.out.println("inbox faults: " + seed);
    new InboxApi(new HttpProbe(place.deeds()), bench.pipeline.nextGateway())
        .settings(
            Inbox.of(InboxTraffic.BRIEF),
            "{\"title\":\"B\",\"ttl\":\"%ds\"}".formatted(InboxTraffic.BRIEF_LIFE));
    dynamo.follow(PLAN);
    sendUntilFaultsHaveHappened();
    bench.awaitQuiet();
    InboxOracle oracle = bench.oracle();
    oracle.check(bench.topics, bench.tables);
    CountedItems.check(bench.tables.scan(InboxItems.TABLE));
    System.out.printf("inbox faults: first delivery %s%n", dynamo.faults());

    int lost = loseSome(seed.random());
    deliverAgain();
    bench.awaitQuiet();
    bench.oracle().check(bench.topics, bench.tables);

    assertThat(place.deeds().of(Deed.OTHER_5XX)).isZero();
    assertThat(dynamo.struck("PutItem")).isPositive();
    assertThat(dynamo.struck("DeleteItem")).isGreaterThanOrEqualTo(LEAST);
    System.out.printf(
        "inbox faults: %s accepted=%d items=%d lost=%d puts-struck=%d deletes-struck=%d %s %s %s"
            + " %s%n",
        seed,
        sent.accepted(),
        oracle.items().size(),
        lost,
        dynamo.struck("PutItem"),
        dynamo.struck("DeleteItem"),
        dynamo.faults(),
        dynamo.passed(),
        oracle.tally(),
        place.deeds());
  }

  private void sendUntilFaultsHaveHappened() {
    InboxTraffic traffic = new InboxTraffic(seed.random());
    ForgedSequences forged = new ForgedSequences(seed.random(), bench.facts);
    try (LoadGenerator load =
        new LoadGenerator(
            place.deeds(),
            bench.pipeline::nextGateway,
            traffic::next,
            traffic::learn,
            4,
            Duration.ofMillis(60))) {
      bench.topics.appendAll(forged.next(30));
      load.awaitUntil(
          "every fault to happen",
          () ->
              Stream.of(SHORT, LONG).allMatch(this::haveHappened)
                  && dynamo.struck("DeleteItem") >= LEAST);
      sent.add(load.finish());
    }
  }

  private boolean haveHappened(Set<Fault> faults) {
    return faults.stream().allMatch(fault -> dynamo.faults().of(fault) >= LEAST);
  }

  /** Removes every third item or so, by hand: no counter may follow. */
  private int loseSome(Random random) {
    int lost = 0;
    for (Map<String, Object> item : bench.tables.scan(InboxItems.TABLE)) {
      if (random.nextInt(3) == 0) {
        Map<String, AttributeValue> key =
            Map.of(
                "pk", AttributeValue.fromS(InboxItems.text(item, "pk")),
                "sk", AttributeValue.fromS(InboxItems.text(item, "sk")));
        bench.tables.client().deleteItem(request -> request.tableName(InboxItems.TABLE).key(key));
        lost++;
      }
    }
    return lost;
  }

  /** The sink gets every record once more, while faults go on. */
  private void deliverAgain() {
    Instance sink = bench.pipeline.of(Role.SINK).get(0);
    sink.stop();
    try (Cluster cluster = new Cluster(bench.pipeline.endpoints())) {
      cluster.rewind("tributary-sink");
    }
    sink.launch();
    sink.awaitReady();
  }
}
