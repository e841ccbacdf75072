package io.tributary.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.fault.Fault;
import io.tributary.harness.fault.FaultPlan;
import io.tributary.harness.fault.Passed;
import io.tributary.harness.pipeline.Instance;
import io.tributary.harness.pipeline.OnRestartablePipeline;
import io.tributary.harness.pipeline.RestartablePipeline;
import io.tributary.harness.pipeline.Role;
import io.tributary.harness.pipeline.Simulation;
import io.tributary.harness.store.Cluster;
import java.util.EnumSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Everything that can befall a write of the sink, to the items of all families. */
@Order(2)
@OnRestartablePipeline
final class FaultsIT {

  /** A fault that never happened proves nothing. */
  private static final int LEAST = 2;

  private static final int REQUESTS = 250;
  private static final int ONE_OF = 3;

  /** Can happen only where a table has one item of a transaction already. */
  private static final Set<Fault> OF_DUPLICATES = EnumSet.of(Fault.CONFLICT_BESIDE_DUPLICATE);

  private static final Set<Fault> SHORT =
      Fault.brief(Fault.ACTION_THROTTLED, Fault.ACTION_CONFLICT, Fault.WRITE_CONFLICT);

  private static final FaultPlan PLAN =
      FaultPlan.none().with(SHORT, 0.05).with(Fault.lasting(), 0.01).with(OF_DUPLICATES, 0.2);

  private final RestartablePipeline pipeline;

  FaultsIT(RestartablePipeline pipeline) {
    this.pipeline = pipeline;
  }

  @Test
  void shouldStoreAcceptedEventsOnceThroughFailingWrites() {
    pipeline.have(Role.SINK, 1);
    pipeline.dynamo().follow(PLAN);
    do {
      try (Simulation load = pipeline.simulate(REQUESTS)) {
        load.requireExact();
      }
    } while (!haveHappened(Stream.of(SHORT, Fault.lasting()).flatMap(Set::stream))
        || pipeline.dynamo().struck("DeleteItem") == 0);
    pipeline.dynamo().follow(FaultPlan.none());

    pipeline.check();
    System.out.printf("faults: %s %s%n", pipeline.dynamo().faults(), pipeline.dynamo().passed());
  }

  private boolean haveHappened(Stream<Fault> faults) {
    return faults.allMatch(fault -> pipeline.dynamo().faults().of(fault) >= LEAST);
  }

  /** The sink gets every record once more, after items have been lost. */
  @Test
  @Tag("storm")
  void shouldStoreOnlyLostEventsOfARepeatedDelivery() {
    pipeline.have(Role.SINK, 1);
    try (Simulation load = pipeline.simulate(REQUESTS)) {
      load.requireExact();
    }
    Map<String, Map<String, Object>> before = pipeline.items();
    pipeline.dynamo().follow(FaultPlan.none().with(SHORT, 0.03).with(OF_DUPLICATES, 0.2));
    loseSome();
    deliverAgain();
    pipeline.services().awaitDrained();
    pipeline.dynamo().follow(FaultPlan.none());

    pipeline.requireItems(before, "after the second delivery");
    pipeline.check();
    assertThat(haveHappened(OF_DUPLICATES.stream())).as("%s", pipeline.dynamo().faults()).isTrue();
    assertThat(pipeline.dynamo().passed().of(Passed.DUPLICATES_IN_COMPANY))
        .as("groups of writes with a duplicate among them: %s", pipeline.dynamo().passed())
        .isPositive();
  }

  /** Deletes about a third of the readings, both items of each. */
  private void loseSome() {
    Random random = pipeline.random();
    for (Map<String, Object> reading : pipeline.tables().scan("device_readings")) {
      if (random.nextInt(ONE_OF) == 0) {
        pipeline.tables().delete("device_readings", reading, "hardware_id", "ts_batch");
        pipeline.tables().delete("processed_batches", reading, "batch_id");
      }
    }
  }

  private void deliverAgain() {
    Instance sink = pipeline.services().of(Role.SINK).get(0);
    sink.stop();
    try (Cluster cluster = new Cluster(pipeline.services().endpoints())) {
      cluster.rewind("tributary-sink");
    }
    sink.launch();
    sink.awaitReady();
  }
}
