package io.tributary.processors.command;

import java.util.Optional;

/**
 * What the single writer decides about a command.
 *
 * @param <S> the subject's state
 */
public sealed interface Decision<S> {

  /** The subject changes, or comes to be. */
  record Changed<S>(S state) implements Decision<S> {}

  /** The command asks for what is so already; it succeeds and nothing changes. */
  record Unchanged<S>() implements Decision<S> {}

  /** The command cannot be; the code goes to whoever asked. */
  record Rejected<S>(String code) implements Decision<S> {}

  /** The new state, if the subject changes. */
  default Optional<S> change() {
    return this instanceof Changed<S> changed ? Optional.of(changed.state()) : Optional.empty();
  }

  /** The code, if the command is rejected. */
  default Optional<String> rejection() {
    return this instanceof Rejected<S> rejected ? Optional.of(rejected.code()) : Optional.empty();
  }
}
