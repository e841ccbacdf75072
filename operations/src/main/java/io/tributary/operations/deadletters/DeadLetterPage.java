package io.tributary.operations.deadletters;

import java.util.List;

/**
 * The newest of some dead letters.
 *
 * @param letters the newest last
 * @param omitted count of older ones that match too
 */
public record DeadLetterPage(List<DecidedDeadLetter> letters, long omitted) {

  public DeadLetterPage {
    letters = List.copyOf(letters);
  }
}
