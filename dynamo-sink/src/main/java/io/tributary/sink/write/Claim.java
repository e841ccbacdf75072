package io.tributary.sink.write;

import io.tributary.sink.item.Item;
import io.tributary.sink.write.WriteOutcome.Settled;
import java.math.BigDecimal;
import java.util.Optional;

/**
 * A claim of an id. The first claim in the table counts, until it expires.
 *
 * @param row has every attribute that the rule names
 * @param madeAt epoch second at which the claim was made
 */
public record Claim(ClaimRule rule, Item row, long madeAt) {

  /**
   * The outcome beside the claim in the table; empty when that has expired. DynamoDB removes
   * expired rows late, and such a row must not hide a new reading.
   */
  public Optional<WriteOutcome> outcomeBeside(Item earlier) {
    boolean sameOwner = earlier.text(rule.owner()).equals(row.text(rule.owner()));
    if (sameOwner && earlier.text(rule.moment()).equals(row.text(rule.moment()))) {
      return Optional.of(Settled.ALREADY_STORED);
    }
    boolean expired =
        earlier
            .number(rule.expiry())
            .filter(expiry -> expiry.compareTo(BigDecimal.valueOf(madeAt)) <= 0)
            .isPresent();
    if (expired) {
      return Optional.empty();
    }
    return Optional.of(sameOwner ? Settled.DUPLICATE : new WriteOutcome.Rejected(rule.reused()));
  }
}
