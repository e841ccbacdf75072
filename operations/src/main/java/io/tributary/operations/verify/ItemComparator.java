package io.tributary.operations.verify;

import io.tributary.schemas.table.TableDefinition;
import java.math.BigDecimal;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Judges the item of a table, or its absence.
 *
 * @param overtaken true for expectations that were never written
 */
record ItemComparator(Source source, Predicate<Expectation> overtaken, InstantSource clock) {

  /** Verdict without regard to records under way. */
  ItemDifference look(
      ItemKey key, Optional<Expectation> expected, Map<String, AttributeValue> found) {
    ItemVerdict verdict =
        expected
            .map(
                expectation ->
                    isUndecidable(expectation)
                        ? ifThere(key.table(), found, ItemVerdict.UNKNOWN)
                        : verdict(key.table(), expectation, found))
            .orElseGet(() -> unspoken(key.table(), found));
    return new ItemDifference(verdict, key, expected, found);
  }

  /** True after the item's expiry. */
  boolean isExpired(TableDefinition table, Map<String, AttributeValue> item) {
    return table
        .ttlAttribute()
        .map(item::get)
        .map(AttributeValue::n)
        .filter(
            expiry ->
                new BigDecimal(expiry)
                        .compareTo(BigDecimal.valueOf(clock.instant().getEpochSecond()))
                    <= 0)
        .isPresent();
  }

  private boolean isUndecidable(Expectation expected) {
    return expected.kind() == Expectation.Kind.ANY || overtaken.test(expected);
  }

  private ItemVerdict verdict(
      TableDefinition table, Expectation expected, Map<String, AttributeValue> found) {
    boolean gone = expected.kind() == Expectation.Kind.ABSENT || isExpired(table, expected.item());
    return gone ? ifThere(table, found, ItemVerdict.EXTRA) : compared(expected, found);
  }

  private static ItemVerdict compared(Expectation expected, Map<String, AttributeValue> found) {
    if (expected.isMet(found)) {
      return ItemVerdict.EQUAL;
    }
    return found.isEmpty() ? ItemVerdict.MISSING : ItemVerdict.DIFFERENT;
  }

  /** Verdict of an item without an expectation. */
  private ItemVerdict unspoken(TableDefinition table, Map<String, AttributeValue> found) {
    return ifThere(
        table, found, source.reaches(table, found) ? ItemVerdict.EXTRA : ItemVerdict.UNKNOWN);
  }

  private ItemVerdict ifThere(
      TableDefinition table, Map<String, AttributeValue> found, ItemVerdict then) {
    return found.isEmpty() || isExpired(table, found) ? ItemVerdict.LEFT_OUT : then;
  }
}
