package io.tributary.operations.verify;

import io.tributary.schemas.item.Attributes;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Finding about a key.
 *
 * @param expected empty if no record tells of the key
 * @param found item of the table; empty for none
 */
public record ItemDifference(
    ItemVerdict verdict,
    ItemKey key,
    Optional<Expectation> expected,
    Map<String, AttributeValue> found) {

  /** The expected item; empty for none. */
  public Map<String, AttributeValue> wanted() {
    return expected
        .filter(expectation -> expectation.kind() == Expectation.Kind.HELD)
        .map(Expectation::item)
        .orElse(Map.of());
  }

  /**
   * Write of a repair: put, delete or none.
   *
   * @param deletes true if extra items are deleted
   */
  public Optional<String> action(boolean deletes) {
    return switch (verdict) {
      case MISSING, DIFFERENT -> Optional.of("put");
      case EXTRA -> deletes ? Optional.of("delete") : Optional.empty();
      default -> Optional.empty();
    };
  }

  /** Names of differing attributes. */
  public SortedSet<String> differing() {
    return AttributeDiff.differences(wanted(), found);
  }

  /** The same, to be looked at again. */
  ItemDifference undecided() {
    return as(ItemVerdict.IN_FLIGHT);
  }

  /** The same with another verdict. */
  ItemDifference as(ItemVerdict other) {
    return new ItemDifference(other, key, expected, found);
  }

  /** True for a revision that was never issued. */
  public boolean isAlarm() {
    AttributeValue held = found.get(Attributes.REVISION);
    return held != null
        && held.n() != null
        && expected
            .filter(expectation -> expectation.revision() != Expectation.NO_REVISION)
            .filter(
                expectation ->
                    new BigDecimal(held.n()).compareTo(BigDecimal.valueOf(expectation.revision()))
                        > 0)
            .isPresent();
  }
}
