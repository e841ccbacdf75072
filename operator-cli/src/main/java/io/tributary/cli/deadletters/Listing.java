package io.tributary.cli.deadletters;

import io.tributary.avro.envelope.DeadLetterFate;
import io.tributary.cli.output.Members;
import io.tributary.cli.output.Output;
import io.tributary.schemas.topic.Family;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;

/** The newest letters that are meant, the oldest of them first. */
final class Listing {

  private static final List<String> TITLES =
      List.of("LETTER", "AT", "STAGE", "CODE", "ATTEMPTS", "KEY", "FATE", "REASON");

  private final PriorityQueue<Entry> newest =
      new PriorityQueue<>(Comparator.comparing(Entry::at).thenComparing(Entry::offset));

  private final int limit;
  private long more;

  /** One that keeps so many. */
  Listing(int limit) {
    this.limit = limit;
  }

  private record Entry(Instant at, long offset, Output.Row row) {}

  /**
   * Adds those of a family.
   *
   * @param all true for those, too, that have their fates
   */
  void add(Letters letters, Family family, LetterFilter filter, boolean all) {
    Map<String, DeadLetterFate> fates = letters.fates(family);
    letters.each(
        family,
        filter,
        letter -> {
          Optional<DeadLetterFate> fate = Optional.ofNullable(fates.get(letter.id().toString()));
          if (all || fate.isEmpty()) {
            add(letter, fate);
          }
        });
  }

  private void add(Letter letter, Optional<DeadLetterFate> fate) {
    newest.add(new Entry(letter.at(), letter.id().offset(), row(letter, fate)));
    if (newest.size() > limit) {
      newest.remove();
      more++;
    }
  }

  void print(Output output) {
    List<Output.Row> rows = new ArrayList<>();
    while (!newest.isEmpty()) {
      rows.add(newest.remove().row());
    }
    output.print(TITLES, rows);
    if (more > 0 && !output.isJson()) {
      output.print(more + " older ones are not shown (see --limit)", Map.of());
    }
  }

  private static Output.Row row(Letter letter, Optional<DeadLetterFate> fate) {
    return new Output.Row(
        List.of(
            letter.id().toString(),
            letter.at().toString(),
            letter.stage(),
            letter.code(),
            Integer.toString(letter.attempts()),
            letter.key(),
            fate(fate),
            letter.reason()),
        members(letter, fate).map());
  }

  /** What programs see of a letter, but for its record. */
  static Members members(Letter letter, Optional<DeadLetterFate> fate) {
    return Members.of("letter", letter.id().toString())
        .and("family", letter.id().family().label())
        .and("at", letter.at().toString())
        .and("stage", letter.stage())
        .and("code", letter.code())
        .and("reason", letter.reason())
        .and("origin", letter.origin().map(Object::toString).orElse(null))
        .and("attempts", letter.attempts())
        .and("fate", fate(fate))
        .and(
            "decided_at",
            fate.map(known -> Instant.ofEpochMilli(known.getDecidedAtMs()).toString()).orElse(null))
        .and("note", fate.map(DeadLetterFate::getNote).orElse(null))
        .and("key", letter.key());
  }

  /** A fate in a word. */
  static String fate(Optional<DeadLetterFate> fate) {
    return fate.map(known -> known.getFate().name()).orElse("open");
  }
}
