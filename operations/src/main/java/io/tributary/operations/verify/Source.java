package io.tributary.operations.verify;

import io.tributary.sink.table.TableDefinition;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What says what the tables should hold. */
interface Source extends AutoCloseable {

  /**
   * Why what is expected cannot be what filled the tables, so that nothing must be taken out of
   * them; empty when nothing says so.
   */
  default Optional<String> doubt() throws InterruptedException {
    return Optional.empty();
  }

  /** Enters everything that is expected into the state. */
  void load() throws InterruptedException;

  /** Enters what has changed since, as far as it concerns suspects. */
  void follow() throws InterruptedException;

  /** Gets ready to tell what is pending when the tables are looked at after this. */
  default void beforeLooking() throws InterruptedException {}

  /** True when the table may not yet show what is expected. */
  boolean isPending(Expectation expectation);

  /** True when what is expected would include that item if it had a right to be there. */
  boolean reaches(TableDefinition table, Map<String, AttributeValue> item);

  @Override
  default void close() {}
}
