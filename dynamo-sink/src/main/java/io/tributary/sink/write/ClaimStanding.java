package io.tributary.sink.write;

import java.math.BigDecimal;
import java.util.Optional;

/** What a claim means beside what the table holds for its id. */
public sealed interface ClaimStanding {

  /** The write's outcome, if this decides it. */
  default Optional<WriteOutcome> decision() {
    return Optional.empty();
  }

  /** The earlier claim's expiry as it stands in the table, if the claim may replace it. */
  default Optional<BigDecimal> lapsedExpiry() {
    return Optional.empty();
  }

  /** True when the same claim may be there already, and is written again with its item. */
  default boolean mayRepeat() {
    return false;
  }

  /** The id is not claimed. */
  record Free() implements ClaimStanding {}

  /** The id is not claimed, or by this very claim, whose item may have been lost. */
  record FreeOrOwn() implements ClaimStanding {

    @Override
    public boolean mayRepeat() {
      return true;
    }
  }

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
