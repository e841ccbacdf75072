package io.tributary.processors.tenants;

import io.tributary.processors.fact.OutputRecord;
import java.util.List;

/** Decision about a command. */
sealed interface Ruling {

  /**
   * An applied command, also one without a change.
   *
   * @param rev of its subject afterwards
   */
  record Applied(long rev, List<OutputRecord<?, ?>> changes) implements Ruling {

    public Applied {
      changes = List.copyOf(changes);
    }
  }

  /** A refused command; the code goes to the caller. */
  record Rejected(String code) implements Ruling {}
}
