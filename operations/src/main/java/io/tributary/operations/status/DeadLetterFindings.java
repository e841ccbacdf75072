package io.tributary.operations.status;

import io.tributary.operations.deadletters.OpenDeadLetters;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Findings about open dead letters. */
final class DeadLetterFindings {

  private DeadLetterFindings() {}

  static Stream<Finding> of(Status status) {
    Optional<OpenDeadLetters> deadLetters = status.now().deadLetters().value();
    return deadLetters.stream()
        .flatMap(
            open ->
                Stream.of(
                        open.families().entrySet().stream()
                            .map(family -> of(family.getKey(), family.getValue(), status)),
                        unclaimed(open.unclaimed()).stream(),
                        open.routine().entrySet().stream()
                            .filter(code -> code.getValue().haveRisen(status.now().millis()))
                            .map(code -> risen(code.getKey(), code.getValue(), status)))
                    .flatMap(findings -> findings));
  }

  private static Finding risen(String code, OpenDeadLetters.Arrivals arrivals, Status status) {
    return FindingKind.REFUSALS_RISEN.found(
        "refused channel events: %s %s"
            .formatted(code, Format.rates(arrivals, status.now().millis())),
        "`tributary dead-letters list --code "
            + code
            + "`; if a provider names senders or channels otherwise than before, mend that, then"
            + " `tributary dead-letters redrive --code "
            + code
            + "`");
  }

  private static Finding of(String family, OpenDeadLetters.OfFamily deadLetters, Status status) {
    return FindingKind.DEAD_LETTERS.found(
        "dead letters of %s: %s, the oldest is %s old (%s)"
            .formatted(
                family,
                Format.count(deadLetters.count()),
                Format.age(status.age(deadLetters.since())),
                Format.counts(deadLetters.codes())),
        "`tributary dead-letters list --family " + family + "` has the reasons");
  }

  private static Optional<Finding> unclaimed(Map<String, Long> channels) {
    return channels.keySet().stream()
        .findFirst()
        .map(
            first ->
                FindingKind.CHANNELS_UNCLAIMED.found(
                    "channels that no tenant claims: %s (%s)"
                        .formatted(
                            Format.count(channels.size()),
                            Format.some(
                                channels.entrySet().stream()
                                    .map(each -> each.getKey() + ", events: " + each.getValue())
                                    .toList())),
                    "claim it by PUT /v1/admin/tenants/TENANT_ID/channels/"
                        + first
                        + ", then `tributary dead-letters redrive --code NO_TENANT_MAPPING`; if it"
                        + " is not yours, `tributary dead-letters discard --code NO_TENANT_MAPPING"
                        + " --yes`"));
  }
}
