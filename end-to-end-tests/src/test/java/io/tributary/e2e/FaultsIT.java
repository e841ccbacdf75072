package io.tributary.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.pipeline.Instance;
import io.tributary.harness.pipeline.Role;
import io.tributary.harness.store.Cluster;
import io.tributary.storm.dynamodb.Fault;
import io.tributary.storm.dynamodb.FaultPlan;
import io.tributary.storm.dynamodb.Passed;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/**
 * Everything that can befall a write of the sink, to the items of all families: first as they come,
 * then in a second delivery of all records after some items have been lost.
 */
@Order(2)
@RestartablePipeline.Used
final class FaultsIT {

  /** Each as often as this at least: a fault that never happened proves nothing. */
  private static final int LEAST = 5;

  private static final Set<Fault> LONG = Fault.lasting();

  /** Can happen only where a table has one item of a transaction already. */
  private static final Set<Fault> OF_DUPLICATES = EnumSet.of(Fault.CONFLICT_BESIDE_DUPLICATE);

  private static final Set<Fault> SHORT =
      Fault.brief(Fault.ACTION_THROTTLED, Fault.ACTION_CONFLICT, Fault.WRITE_CONFLICT);

  private static final FaultPlan PLAN =
      FaultPlan.none().with(SHORT, 0.03).with(LONG, 0.01).with(OF_DUPLICATES, 0.2);

  private static final FaultPlan PLAN_OF_SECOND_DELIVERY =
      FaultPlan.none().with(SHORT, 0.03).with(OF_DUPLICATES, 0.2);

  private final RestartablePipeline.Bench bench;
  private int seen;

  FaultsIT(RestartablePipeline.Bench bench) {
    this.bench = bench;
  }

  @Test
  void shouldKeepItemsAsTheLogsSayWhateverBefallsTheirWrites() {
    bench.have(1);
    bench.dynamo().follow(PLAN);
    try (FamilyLoads.Sending sending = bench.send()) {
      sending.awaitMore(10);
      Awaitility.await("every fault to happen")
          .atMost(Duration.ofMinutes(3))
          .until(
              () -> {
                bench.families().all().forEach(load -> seen += load.look(bench.tables()));
                return Stream.of(SHORT, LONG).allMatch(this::haveHappened)
                    && bench.dynamo().struck("DeleteItem") >= LEAST;
              });
    }
    bench.check("faults");
    bench.dynamo().follow(PLAN_OF_SECOND_DELIVERY);

    assertThat(seen).as("items seen while they were written").isPositive();
    int lost = loseSome();
    deliverAgain();
    bench.check("faults, delivered again");
    bench.dynamo().follow(FaultPlan.none());

    assertThat(haveHappened(OF_DUPLICATES)).as("%s", bench.dynamo().faults()).isTrue();
    assertThat(bench.dynamo().passed().of(Passed.DUPLICATES_IN_COMPANY))
        .as("groups of writes with a duplicate among them: %s", bench.dynamo().passed())
        .isPositive();
    System.out.printf(
        "faults: lost=%d %s %s%n", lost, bench.dynamo().faults(), bench.dynamo().passed());
  }

  private boolean haveHappened(Set<Fault> faults) {
    return faults.stream().allMatch(fault -> bench.dynamo().faults().of(fault) >= LEAST);
  }

  private int loseSome() {
    Random random = bench.seed().random();
    int lost = 0;
    for (FamilyLoad load : bench.families().all()) {
      lost += load.lose(bench.tables(), random);
    }
    return lost;
  }

  /** The sink gets every record once more, while faults go on. */
  private void deliverAgain() {
    Instance sink = bench.pipeline().of(Role.SINK).get(0);
    sink.stop();
    try (Cluster cluster = new Cluster(bench.pipeline().endpoints())) {
      cluster.rewind("tributary-sink");
    }
    sink.launch();
    sink.awaitReady();
  }
}
