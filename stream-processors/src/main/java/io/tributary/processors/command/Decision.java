package io.tributary.processors.command;

import java.util.Optional;

/**
 * Decision of the single writer about a command.
 *
 * @param <S> the aggregate's state
 */
public sealed interface Decision<S> {

  /** The aggregate changes, or is created. */
  record Changed<S>(S state) implements Decision<S> {}

  /** The command succeeds and changes nothing. */
  record Unchanged<S>() implements Decision<S> {}

  /** The command is refused; the code goes to the caller. */
  record Rejected<S>(String code) implements Decision<S> {}

  default Optional<S> change() {
    return this instanceof Changed<S> changed ? Optional.of(changed.state()) : Optional.empty();
  }

  default Optional<String> rejection() {
    return this instanceof Rejected<S> rejected ? Optional.of(rejected.code()) : Optional.empty();
  }
}
