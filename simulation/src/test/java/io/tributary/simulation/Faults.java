package io.tributary.simulation;

import java.util.EnumMap;
import java.util.Map;

/**
 * What may go wrong in a run, and how often it did. Each run has some kinds of it and not the
 * others, since some hide what others would show.
 */
final class Faults {

  private final Map<Kind, Integer> perMille = new EnumMap<>(Kind.class);
  private final Map<Kind, Integer> happened = new EnumMap<>(Kind.class);
  private final Chance chance;
  private boolean over;

  /** A kind of fault. */
  enum Kind {
    CRASH,
    PAUSE,
    SLEEP,
    STOP,
    CLOCK,
    LEAP,
    POISON,
    COMPACTION,
    EXPIRY,
    KAFKA_TIMEOUT,
    KAFKA_LOST_ANSWER,
    KAFKA_REBALANCE,
    DYNAMO_UNAVAILABLE,
    DYNAMO_THROTTLED,
    DYNAMO_CONFLICT,
    DYNAMO_LOST_ANSWER,
    DYNAMO_LATE_ARRIVAL
  }

  /** Kinds by chance, each as often as chance has it. */
  Faults(Chance chance, boolean any) {
    this.chance = chance;
    for (Kind kind : Kind.values()) {
      if (chance.nextBoolean() && any) {
        perMille.put(kind, chance.between(5, 120));
      }
    }
  }

  /** True when a fault of that kind is to happen now, which is counted. */
  boolean strikes(Kind kind) {
    return !over && chance.perMille(perMille.getOrDefault(kind, 0)) && count(kind);
  }

  /** True when the run has that kind. */
  boolean has(Kind kind) {
    return !over && perMille.containsKey(kind);
  }

  /** Counts one that happens. */
  boolean count(Kind kind) {
    happened.merge(kind, 1, Integer::sum);
    return true;
  }

  /** From now on nothing goes wrong. */
  void end() {
    over = true;
  }

  Map<Kind, Integer> happened() {
    return happened;
  }
}
