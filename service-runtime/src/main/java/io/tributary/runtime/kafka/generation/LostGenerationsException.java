package io.tributary.runtime.kafka.generation;

/** The log of generations was deleted or cut, so that the live one is unknown. */
public final class LostGenerationsException extends IllegalStateException {

  private static final long serialVersionUID = 1;

  LostGenerationsException(String topic) {
    super(
        topic
            + " was deleted or cut, and with it the number of the live generation: `tributary topics"
            + " create`, then `tributary topics accept "
            + topic
            + " --live N`, with that number");
  }
}
