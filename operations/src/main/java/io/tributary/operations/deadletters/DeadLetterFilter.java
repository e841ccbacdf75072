package io.tributary.operations.deadletters;

import io.tributary.schemas.topic.Family;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Conditions of dead letters, all of which must hold. An empty set is none.
 *
 * @param families never empty
 * @param stages labels
 * @param since earliest time by the broker
 */
public record DeadLetterFilter(
    List<Family> families,
    Set<String> stages,
    Set<String> codes,
    Optional<Instant> since,
    Set<DeadLetterId> ids) {

  public DeadLetterFilter {
    families = List.copyOf(families);
    stages = Set.copyOf(stages);
    codes = Set.copyOf(codes);
    ids = Set.copyOf(ids);
  }

  /** The filter for one dead letter. */
  public static DeadLetterFilter only(DeadLetterId id) {
    return new DeadLetterFilter(
        List.of(id.family()), Set.of(), Set.of(), Optional.empty(), Set.of(id));
  }

  boolean matches(DeadLetterRecord deadLetter) {
    return isIn(stages, deadLetter.stage())
        && isIn(codes, deadLetter.code())
        && isIn(ids, deadLetter.id())
        && since.filter(deadLetter.at()::isBefore).isEmpty();
  }

  List<DeadLetterId> idsOf(Family family) {
    return ids.stream().filter(id -> id.family() == family).toList();
  }

  private static <T> boolean isIn(Set<T> wanted, T value) {
    return wanted.isEmpty() || wanted.contains(value);
  }
}
