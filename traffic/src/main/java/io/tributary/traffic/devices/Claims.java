package io.tributary.traffic.devices;

import io.tributary.traffic.LogRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Readings that claim one batch id. The claim that is written first holds until it expires; between
 * devices the order of writes is open, so that any outcome counts that some order explains.
 */
final class Claims {

  private final Map<String, List<Claim>> byDevice = new HashMap<>();

  /**
   * A reading and the record that tells it.
   *
   * @param record null when there is none
   */
  private record Claim(Reading reading, @Nullable LogRecord record) {}

  /**
   * One way in which it can end.
   *
   * @param owner whose claim holds
   * @param stored readings by item key
   * @param refused records of the others
   */
  record Outcome(
      Reading owner, Map<List<Object>, Map<String, Object>> stored, Set<LogRecord> refused) {}

  /** Adds the next claim of its device. */
  void add(Reading reading, @Nullable LogRecord record) {
    byDevice
        .computeIfAbsent(reading.device(), any -> new ArrayList<>())
        .add(new Claim(reading, record));
  }

  /**
   * An outcome that explains what is found; if none does, another one.
   *
   * @param row that {@code processed_batches} holds, if any
   * @param dead true of the place of a record that is a dead letter
   */
  Outcome outcome(@Nullable Map<String, Object> row, Predicate<String> dead) {
    List<Outcome> outcomes = outcomes();
    return outcomes.size() == 1
        ? outcomes.get(0)
        : outcomes.stream()
            .filter(outcome -> row == null || row.equals(outcome.owner().batchItem()))
            .filter(outcome -> isToldBy(outcome, dead))
            .findFirst()
            .orElse(outcomes.get(0));
  }

  private boolean isToldBy(Outcome outcome, Predicate<String> dead) {
    return byDevice.values().stream()
        .flatMap(List::stream)
        .flatMap(claim -> Stream.ofNullable(claim.record()))
        .allMatch(record -> dead.test(record.place()) == outcome.refused().contains(record));
  }

  private List<Outcome> outcomes() {
    List<Outcome> outcomes = new ArrayList<>();
    if (lapse()) {
      order(new ArrayList<>(), new HashMap<>(), outcomes);
    } else {
      byDevice.keySet().forEach(device -> outcomes.add(written(first(device))));
    }
    return outcomes;
  }

  /** True when some claim comes so late that it may take the place of another one. */
  private boolean lapse() {
    List<Claim> all = byDevice.values().stream().flatMap(List::stream).toList();
    long end = all.stream().mapToLong(claim -> claim.reading().batchExpiry()).min().orElse(0);
    return all.stream().anyMatch(claim -> claim.reading().receivedSecond() >= end);
  }

  /** The order in which that device is first; that of the others does not matter. */
  private List<Claim> first(String device) {
    List<Claim> claims = new ArrayList<>(byDevice.getOrDefault(device, List.of()));
    byDevice.forEach(
        (other, list) -> {
          if (!other.equals(device)) {
            claims.addAll(list);
          }
        });
    return claims;
  }

  /** Tries every order that keeps that of each device. */
  private void order(List<Claim> before, Map<String, Integer> taken, List<Outcome> outcomes) {
    boolean whole = true;
    for (Map.Entry<String, List<Claim>> claims : byDevice.entrySet()) {
      int next = taken.getOrDefault(claims.getKey(), 0);
      if (next < claims.getValue().size()) {
        whole = false;
        before.add(claims.getValue().get(next));
        taken.put(claims.getKey(), next + 1);
        order(before, taken, outcomes);
        taken.put(claims.getKey(), next);
        before.remove(before.size() - 1);
      }
    }
    if (whole) {
      outcomes.add(written(before));
    }
  }

  private static Outcome written(List<Claim> claims) {
    Reading owner = claims.get(0).reading();
    Map<List<Object>, Map<String, Object>> stored = new HashMap<>();
    Set<LogRecord> refused = new HashSet<>();
    stored.put(owner.itemKey(), owner.item());
    for (Claim claim : claims.subList(1, claims.size())) {
      Reading reading = claim.reading();
      if (owner.batchExpiry() <= reading.receivedSecond()) {
        owner = reading;
        stored.put(reading.itemKey(), reading.item());
      } else if (!owner.device().equals(reading.device())) {
        Stream.ofNullable(claim.record()).forEach(refused::add);
      }
    }
    return new Outcome(owner, stored, refused);
  }
}
