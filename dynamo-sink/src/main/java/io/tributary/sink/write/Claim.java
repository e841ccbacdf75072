package io.tributary.sink.write;

import io.tributary.sink.item.Item;
import java.math.BigDecimal;

/**
 * A claim of an id. The first claim in the table counts, until it expires.
 *
 * @param row has every attribute that the rule names
 * @param madeAt epoch second at which the claim was made
 */
public record Claim(ClaimRule rule, Item row, long madeAt) {

  /**
   * What the claim means beside the one that is in the table. DynamoDB removes expired rows late,
   * so that an expired claim may still be there; it must not hide a new reading.
   */
  public ClaimStanding compareWithStored(Item earlier) {
    boolean sameOwner = earlier.text(rule.owner()).equals(row.text(rule.owner()));
    if (sameOwner && earlier.text(rule.moment()).equals(row.text(rule.moment()))) {
      return new ClaimStanding.Settled(new WriteOutcome.AlreadyStored());
    }
    BigDecimal now = BigDecimal.valueOf(madeAt);
    return earlier
        .number(rule.expiry())
        .filter(expiry -> expiry.compareTo(now) <= 0)
        .<ClaimStanding>map(ClaimStanding.Lapsed::new)
        .orElseGet(
            () ->
                new ClaimStanding.Settled(
                    sameOwner
                        ? new WriteOutcome.Duplicate()
                        : new WriteOutcome.Rejected(rule.reused())));
  }
}
