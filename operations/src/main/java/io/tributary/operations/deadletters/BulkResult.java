package io.tributary.operations.deadletters;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What has become of how many letters. */
public final class BulkResult {

  private static final Comparator<Kind> ORDER =
      Comparator.comparing(Kind::family).thenComparing(Kind::stage).thenComparing(Kind::code);

  private final Map<Kind, Long> done = new TreeMap<>(ORDER);
  private final Map<String, Left> left = new TreeMap<>();
  private long decided;
  private long before;

  /** DeadLetterReader that are alike. */
  public record Kind(String family, String stage, String code) {}

  /** DeadLetterReader that are alike, and how many they are. */
  public record Count(Kind kind, long letters) {}

  /**
   * DeadLetterReader that stay open.
   *
   * @param reason which they have in common
   * @param example one of them
   */
  public record Left(String reason, long letters, DeadLetterId example) {}

  void done(DeadLetterRecord letter) {
    Kind kind = new Kind(letter.id().family().label(), letter.stage(), letter.code());
    done.merge(kind, 1L, Long::sum);
    decided++;
  }

  void leave(DeadLetterId letter, String reason) {
    left.merge(
        reason,
        new Left(reason, 1, letter),
        (old, more) -> new Left(reason, old.letters() + 1, old.example()));
  }

  /** A letter that somebody named has its fate. */
  void decidedBefore() {
    before++;
  }

  /** Those that were dealt with, by their kinds. */
  public List<Count> counts() {
    return done.entrySet().stream()
        .map(entry -> new Count(entry.getKey(), entry.getValue()))
        .toList();
  }

  /** Those that stay open, by reasons. */
  public List<Left> left() {
    return List.copyOf(left.values());
  }

  /** How many were dealt with. */
  public long total() {
    return decided;
  }

  /** How many had their fate already. */
  public long before() {
    return before;
  }
}
