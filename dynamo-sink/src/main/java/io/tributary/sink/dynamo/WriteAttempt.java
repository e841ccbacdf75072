package io.tributary.sink.dynamo;

import io.tributary.sink.write.WriteOutcome;
import java.util.Optional;

/** What one try of a write came to. */
sealed interface WriteAttempt {

  /** How the write ended, if it did. */
  default Optional<WriteOutcome> outcome() {
    return Optional.empty();
  }

  /** Why it has to be tried again, if it has. */
  default Optional<RetriableWriteException> trouble() {
    return Optional.empty();
  }

  /** The write is over. */
  record Ended(WriteOutcome ending) implements WriteAttempt {

    @Override
    public Optional<WriteOutcome> outcome() {
      return Optional.of(ending);
    }
  }

  /** There is no outcome yet. */
  record Open(RetriableWriteException cause) implements WriteAttempt {

    @Override
    public Optional<RetriableWriteException> trouble() {
      return Optional.of(cause);
    }
  }
}
