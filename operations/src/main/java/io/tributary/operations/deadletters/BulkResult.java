package io.tributary.operations.deadletters;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Outcome of a bulk request. */
public final class BulkResult {

  private final Map<Kind, Long> done =
      new TreeMap<>(
          Comparator.comparing(Kind::family).thenComparing(Kind::stage).thenComparing(Kind::code));

  private final Map<String, Left> left = new TreeMap<>();
  private long total;
  private long before;

  public record Kind(String family, String stage, String code) {}

  /**
   * Dead letters that stay open for the same reason.
   *
   * @param example one of them
   */
  public record Left(String reason, long deadLetters, DeadLetterId example) {}

  void done(DeadLetterRecord deadLetter) {
    Kind kind = new Kind(deadLetter.id().family().label(), deadLetter.stage(), deadLetter.code());
    done.merge(kind, 1L, Long::sum);
    total++;
  }

  void leave(DeadLetterId deadLetter, String reason) {
    left.merge(
        reason,
        new Left(reason, 1, deadLetter),
        (old, more) -> new Left(reason, old.deadLetters() + 1, old.example()));
  }

  void decidedBefore() {
    before++;
  }

  public Map<Kind, Long> counts() {
    return Collections.unmodifiableMap(done);
  }

  public List<Left> left() {
    return List.copyOf(left.values());
  }

  public long total() {
    return total;
  }

  /** Count of dead letters with an earlier decision. */
  public long before() {
    return before;
  }
}
