package io.tributary.sink.dynamo;

import java.math.BigDecimal;
import java.util.Optional;

/**
 * Condition for the row of a claim.
 *
 * @param mayRepeat true where the same claim may be there already, and is written again
 * @param lapsedExpiry expiry of the claim that is replaced; empty for a free id
 */
record ClaimCondition(boolean mayRepeat, Optional<BigDecimal> lapsedExpiry) {

  static final ClaimCondition FREE = new ClaimCondition(false, Optional.empty());
  static final ClaimCondition FREE_OR_OWN = new ClaimCondition(true, Optional.empty());

  static ClaimCondition lapsed(BigDecimal expiry) {
    return new ClaimCondition(false, Optional.of(expiry));
  }
}
