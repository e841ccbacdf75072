package io.tributary.e2e.outreach;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.fault.Fault;
import io.tributary.harness.fault.FaultPlan;
import io.tributary.harness.fault.FaultyDynamo;
import io.tributary.harness.load.LoadGenerator;
import io.tributary.harness.load.Seed;
import io.tributary.harness.oracle.Comparison;
import io.tributary.harness.pipeline.Replay;
import io.tributary.harness.pipeline.SplitPipeline;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.process.Deed;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Items that are written through everything that can befall a put, and then rebuilt. */
@Tag("storm")
final class OutreachReplayIT {

  /** What happened, and which secrets the pipeline belongs to; all else is derived. */
  private static final Set<String> FACTS = Set.of(OutreachFacts.EVENTS, "tributary.meta");

  /** Each as often as this at least: a fault that never happened proves nothing. */
  private static final int LEAST = 2;

  private static final Set<Fault> FAULTS = Fault.brief(Fault.WRITE_CONFLICT);
  private static final int REQUESTS = 300;

  private final Seed seed = Seed.next();
  private final Workplace place = Workplace.of(OutreachReplayIT.class);
  private final FaultyDynamo dynamo = new FaultyDynamo(seed);
  private final OutreachBench bench =
      new OutreachBench(place, SplitPipeline.start(place, 1, dynamo::inFrontOf));
  private final Replay replay = new Replay(bench.pipeline, bench.tables);

  @AfterEach
  void end() {
    bench.close();
    dynamo.close();
  }

  @Test
  void shouldKeepItemsThroughFaultsAndRebuildEqualOnes() {
    System.out.println("outreach replay: " + seed);
    haveFaults();
    bench.oracle().check(bench.topics, bench.tables);
    Map<List<Object>, Map<String, Object>> live = bench.tables.whole(OutreachItems.TABLE);
    assertThat(live.size()).isGreaterThan(10);

    for (int time = 1; time <= 2; time++) {
      replay.records(time, seed.random());
      Comparison.of(live, Map.of(), bench.tables.whole(OutreachItems.TABLE))
          .requireNone("after the records were replayed, time " + time);
    }
    assertThat(replay.facts(FACTS))
        .contains(OutreachFacts.CONVERSATIONS, OutreachFacts.REPLIES, OutreachFacts.DEAD_LETTERS);
    Comparison.of(live, Map.of(), bench.tables.whole(OutreachItems.TABLE))
        .requireNone("after the facts were replayed");
    bench.oracle().check(bench.topics, bench.tables);
    replay.nextGeneration(seed.random());
    Comparison.of(live, Map.of(), bench.tables.ofSecondGeneration(OutreachItems.TABLE))
        .requireNone("in the next generation");
    System.out.printf(
        "outreach replay: %s items=%d %s %s %s%n",
        seed, live.size(), dynamo.faults(), bench.oracle().tally(), place.deeds());
  }

  private void haveFaults() {
    dynamo.follow(FaultPlan.none().with(FAULTS, 0.04));
    OutreachTraffic traffic = new OutreachTraffic(seed.random());
    try (LoadGenerator load = bench.load(traffic, Duration.ofMillis(60))) {
      load.awaitUntil(
          "everything to happen",
          () ->
              load.settled().size() >= REQUESTS
                  && FAULTS.stream().allMatch(fault -> dynamo.faults().of(fault) >= LEAST)
                  && bench.hasEverything());
      load.finish();
    }
    bench.pipeline.awaitDrained();
    dynamo.follow(FaultPlan.none());
    assertThat(place.deeds().of(Deed.OTHER_5XX)).isZero();
  }
}
