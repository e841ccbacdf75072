package io.tributary.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.schemas.topic.Family;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs of the whole pipeline from seeds; {@code -Dsimulation.seed=N} repeats one of them. */
final class SimulationTest {

  private static final int SEEDS = Integer.getInteger("simulation.seeds", 40);
  private static final int FIRST = Integer.getInteger("simulation.seed", 1);

  @TempDir private Path files;

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "INBOX")
  void shouldKeepEveryPromise(Family family) {
    List<String> red = new ArrayList<>();
    Map<String, Integer> tally = new TreeMap<>();
    int last = System.getProperty("simulation.seed") == null ? FIRST + SEEDS - 1 : FIRST;
    try (Fibers fibers = new Fibers()) {
      for (long seed = FIRST; seed <= last; seed++) {
        Outcome outcome = run(seed, family, fibers);
        outcome.tally().forEach((kind, count) -> tally.merge(kind, count, Integer::sum));
        for (String violation : outcome.violations()) {
          red.add(
              "seed %d: %s%n  repeat: mvn -pl simulation test -Dtest=SimulationTest -Dsimulation.seed=%d"
                  .formatted(seed, violation, seed));
        }
      }
    }
    System.out.println("simulation of " + family.label() + ": " + tally);
    assertThat(red).isEmpty();
  }

  private Outcome run(long seed, Family family, Fibers fibers) {
    return new Simulation(Plan.of(seed, List.of(family)), fibers, files.toFile()).run();
  }

  @Test
  void shouldRepeatARunFromItsSeed() {
    try (Fibers fibers = new Fibers()) {
      for (long seed = 1; seed <= 3; seed++) {
        assertThat(run(seed, Family.DEVICES, fibers).digest())
            .isEqualTo(run(seed, Family.DEVICES, fibers).digest());
      }
    }
  }
}
