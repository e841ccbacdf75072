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
 * @param until time by the broker that is too late
 * @param key of the record
 */
public record DeadLetterFilter(
    List<Family> families,
    Set<String> stages,
    Set<String> codes,
    Optional<Instant> since,
    Optional<Instant> until,
    Optional<String> key,
    Set<DeadLetterId> ids) {

  public DeadLetterFilter {
    families = List.copyOf(families);
    stages = Set.copyOf(stages);
    codes = Set.copyOf(codes);
    ids = Set.copyOf(ids);
  }

  boolean matches(DeadLetterRecord letter) {
    return isIn(stages, letter.stage())
        && isIn(codes, letter.code())
        && isIn(ids, letter.id())
        && since.filter(letter.at()::isBefore).isEmpty()
        && until.filter(moment -> !letter.at().isBefore(moment)).isEmpty()
        && key.filter(wanted -> !wanted.equals(letter.key())).isEmpty();
  }

  List<DeadLetterId> idsOf(Family family) {
    return ids.stream().filter(id -> id.family() == family).toList();
  }

  private static <T> boolean isIn(Set<T> wanted, T value) {
    return wanted.isEmpty() || wanted.contains(value);
  }
}
