package io.tributary.sink.write;

import java.math.BigDecimal;
import java.util.Optional;

/** What a claim means beside what the table holds for its id. */
sealed interface ClaimStanding {

  /** The write's outcome, if this decides it. */
  default Optional<WriteOutcome> decision() {
    return Optional.empty();
  }

  /** The earlier claim's expiry as it stands in the table, if the claim may replace it. */
  default Optional<BigDecimal> lapsedExpiry() {
    return Optional.empty();
  }

  /** The id is not claimed. */
  record Free() implements ClaimStanding {}

  /** The earlier claim decides. */
  record Settled(WriteOutcome outcome) implements ClaimStanding {

    @Override
    public Optional<WriteOutcome> decision() {
      return Optional.of(outcome);
    }
  }

  /** The earlier claim has expired. */
  record Lapsed(BigDecimal expiry) implements ClaimStanding {

    @Override
    public Optional<BigDecimal> lapsedExpiry() {
      return Optional.of(expiry);
    }
  }
}
