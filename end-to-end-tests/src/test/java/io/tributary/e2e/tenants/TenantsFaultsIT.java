package io.tributary.e2e.tenants;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.fault.Fault;
import io.tributary.harness.fault.FaultPlan;
import io.tributary.harness.fault.FaultyDynamo;
import io.tributary.harness.load.LoadGenerator;
import io.tributary.harness.load.Seed;
import io.tributary.harness.pipeline.SplitPipeline;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.process.Deed;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Everything that can befall the put or the delete of a conversation, a tenant, a channel. */
@Tag("storm")
final class TenantsFaultsIT {

  /** Each as often as this at least: a fault that never happened proves nothing. */
  private static final int LEAST = 2;

  private static final Set<Fault> FAULTS = Fault.brief(Fault.WRITE_CONFLICT);

  private final Seed seed = Seed.next();
  private final Workplace place = Workplace.of(TenantsFaultsIT.class);
  private final FaultyDynamo dynamo = new FaultyDynamo(seed);
  private final TenantsBench bench =
      new TenantsBench(place, SplitPipeline.start(place, 1, dynamo::inFrontOf));

  @AfterEach
  void end() {
    bench.close();
    dynamo.close();
  }

  @Test
  void shouldKeepItemsAsTheLogsSayWhateverBefallsTheirWrites() throws Exception {
    System.out.println("tenants faults: " + seed);
    bench.begin();
    dynamo.follow(FaultPlan.none().with(FAULTS, 0.04));
    TenantsTraffic traffic = new TenantsTraffic(seed.random());
    try (LoadGenerator load = bench.load(traffic, Duration.ofMillis(60))) {
      load.awaitUntil(
          "every fault to happen",
          () ->
              FAULTS.stream().allMatch(fault -> dynamo.faults().of(fault) >= LEAST)
                  && dynamo.struck("DeleteItem") >= LEAST);
      load.finish();
    }
    bench.pipeline.awaitDrained();

    TenantsOracle oracle = bench.oracle();
    oracle.check(bench.topics, bench.tables);
    assertThat(place.deeds().of(Deed.OTHER_5XX)).isZero();
    assertThat(dynamo.struck("PutItem")).isPositive();
    System.out.printf(
        "tenants faults: %s requests=%d %s %s %s%n",
        seed, traffic.count(), dynamo.faults(), oracle.tally(), place.deeds());
  }
}
