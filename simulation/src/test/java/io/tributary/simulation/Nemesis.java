package io.tributary.simulation;

import io.tributary.simulation.Faults.Kind;
import java.time.Duration;
import java.util.List;

/** Brings about what befalls processes and the whole pipeline. */
final class Nemesis {

  private static final List<Kind> OWN =
      List.of(
          Kind.CRASH,
          Kind.PAUSE,
          Kind.SLEEP,
          Kind.STOP,
          Kind.CLOCK,
          Kind.LEAP,
          Kind.POISON,
          Kind.COMPACTION,
          Kind.EXPIRY,
          Kind.KAFKA_REBALANCE);

  private static final int LONGEST_QUIET_MILLIS = 3000;
  private static final int MOST_CALLS = 60;

  private final World world;
  private final Chance chance;
  private final Fleet fleet;
  private final Faults faults;
  private final Surroundings surroundings;
  private final List<Kind> kinds;

  /** What it does to what is no process. */
  interface Surroundings {

    void poison(Chance chance);

    void compact(Chance chance);

    void expire();

    void leap(Duration time);

    void rebalance(SimulatedProcess process);
  }

  Nemesis(World world, Fleet fleet, Faults faults, Surroundings surroundings) {
    this.world = world;
    this.chance = world.chance().split();
    this.fleet = fleet;
    this.faults = faults;
    this.surroundings = surroundings;
    this.kinds = OWN.stream().filter(faults::has).toList();
    world.actor("nemesis", null, this::strike);
  }

  private long strike() {
    List<Kind> present = kinds.stream().filter(faults::has).toList();
    if (present.isEmpty()) {
      return World.UNTIL_WOKEN;
    }
    Kind kind = chance.of(present);
    Fleet.Place place = chance.of(fleet.places());
    if (place.process().isAlive()) {
      faults.count(kind);
      strike(kind, place);
    }
    return Duration.ofMillis(chance.nextInt(LONGEST_QUIET_MILLIS)).toNanos();
  }

  private void strike(Kind kind, Fleet.Place place) {
    SimulatedProcess process = place.process();
    switch (kind) {
      case CRASH -> {
        process.crashAfter(chance.nextInt(MOST_CALLS));
        world.after(
            Duration.ofMillis(chance.nextInt(20_000)),
            () -> place.process() == process,
            () -> {
              process.kill();
              place.restart();
            });
      }
      case PAUSE -> process.pauseAfter(chance.nextInt(MOST_CALLS), millis(50, 6_000));
      case SLEEP -> process.pauseAfter(chance.nextInt(MOST_CALLS), millis(20_000, 120_000));
      case STOP -> {
        process.stop();
        place.restartAfter(millis(0, 15_000));
      }
      case CLOCK -> process.skew(millis(-30_000, 30_000));
      case LEAP -> surroundings.leap(millis(1_000, 600_000));
      case POISON -> surroundings.poison(chance);
      case COMPACTION -> surroundings.compact(chance);
      case EXPIRY -> surroundings.expire();
      case KAFKA_REBALANCE -> surroundings.rebalance(process);
      default -> throw new IllegalStateException("no doing of the nemesis: " + kind);
    }
  }

  private Duration millis(int least, int most) {
    return Duration.ofMillis(chance.between(least, most));
  }

  /** Heals all: nothing goes wrong from now on, and every process works. */
  void end() {
    faults.end();
    for (Fleet.Place place : List.copyOf(fleet.places())) {
      place.process().heal();
      place.restart();
    }
  }
}
