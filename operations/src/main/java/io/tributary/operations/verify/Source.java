package io.tributary.operations.verify;

import io.tributary.schemas.table.TableDefinition;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Source of the expectations. */
interface Source extends AutoCloseable {

  /**
   * Reason why the source cannot have filled the tables, so that nothing may be deleted; empty
   * without one.
   */
  default Optional<String> doubt() throws InterruptedException {
    return Optional.empty();
  }

  /** Reads all expectations. */
  void load() throws InterruptedException;

  /** Reads changes since, as far as they concern suspects. */
  void follow() throws InterruptedException;

  /** Prepares {@link #isPending} for the next look at the tables. */
  default void beforeLooking() throws InterruptedException {}

  /** True if the table may not show the expectation yet. */
  boolean isPending(Expectation expectation);

  /** True if the source would tell of that item. */
  boolean reaches(TableDefinition table, Map<String, AttributeValue> item);

  @Override
  default void close() {}
}
