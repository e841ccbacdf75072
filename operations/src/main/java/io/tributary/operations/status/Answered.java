package io.tributary.operations.status;

import java.util.Optional;

/**
 * Answer to a question.
 *
 * @param failure reason for a missing value; empty if the question was not asked
 */
public record Answered<T>(Optional<T> value, String failure) {

  public static <T> Answered<T> of(T value) {
    return new Answered<>(Optional.of(value), "");
  }

  public static <T> Answered<T> failed(String failure) {
    return new Answered<>(Optional.empty(), failure);
  }

  /** The answer to a question that was not asked. */
  static <T> Answered<T> notAsked() {
    return new Answered<>(Optional.empty(), "");
  }

  boolean hasFailed() {
    return !failure.isEmpty();
  }
}
