package io.tributary.cli.options;

import io.tributary.operations.OperationException;
import io.tributary.operations.deadletters.DeadLetterFilter;
import io.tributary.operations.deadletters.DeadLetterId;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.schemas.deadletter.Stage;
import io.tributary.schemas.topic.Family;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** Options that select dead letters. */
public final class DeadLetterFilterOptions {

  @Option(
      names = "--family",
      paramLabel = "FAMILIES",
      split = ",",
      completionCandidates = Candidates.Families.class,
      description = "Only of these families, such as devices,inbox.")
  private Set<Family> families = Set.of();

  @Option(
      names = "--stage",
      paramLabel = "STAGES",
      split = ",",
      completionCandidates = Candidates.Stages.class,
      description = "Only of these stages: decode, process, sink-decode, store.")
  private Set<Stage> stages = Set.of();

  @Option(
      names = "--code",
      paramLabel = "CODES",
      split = ",",
      description = "Only with these codes, such as INVALID_KEY.")
  private Set<FailureCode> codes = Set.of();

  @Option(
      names = "--since",
      paramLabel = "TIME",
      description = "Only from then on: 2026-01-31T12:00:00Z, or 2h for two hours ago.")
  private Optional<Instant> since = Optional.empty();

  @Option(
      names = "--id",
      paramLabel = "IDS",
      split = ",",
      description = "Only these, such as devices/2/17.")
  private Set<DeadLetterId> ids = Set.of();

  /**
   * The filter of the options.
   *
   * @param known families of the pipeline
   */
  public DeadLetterFilter filter(Set<Family> known) {
    for (Family family : families) {
      if (!known.contains(family)) {
        throw OperationException.invalid(
            "--family: the pipeline has no family " + family.label() + " (see --families)");
      }
    }
    return new DeadLetterFilter(
        known.stream()
            .sorted()
            .filter(family -> families.isEmpty() || families.contains(family))
            .filter(family -> ids.isEmpty() || ids.stream().anyMatch(id -> id.family() == family))
            .toList(),
        stages.stream().map(Stage::label).collect(Collectors.toSet()),
        codes.stream().map(Enum::name).collect(Collectors.toSet()),
        since,
        ids);
  }

  /** True if the dead letters are named one by one. */
  public boolean areNamed() {
    return !ids.isEmpty();
  }

  /** The filter for a change, which takes all dead letters only if it is told to. */
  public DeadLetterFilter deliberateFilter(Set<Family> known, boolean everything) {
    boolean named =
        since.isPresent()
            || List.of(families, stages, codes, ids).stream().anyMatch(set -> !set.isEmpty());
    if (named == everything) {
      String names = "--family, --stage, --code, --since, --id";
      throw OperationException.invalid(
          named
              ? "--everything excludes " + names
              : "choose dead letters: " + names + ", or --everything");
    }
    return filter(known);
  }
}
