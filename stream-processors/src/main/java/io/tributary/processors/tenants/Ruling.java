package io.tributary.processors.tenants;

import io.tributary.processors.fact.Emission;
import java.util.List;

/** Decision about a command. */
sealed interface Ruling {

  /**
   * An applied command, also one without a change.
   *
   * @param rev of its subject afterwards
   */
  record Applied(long rev, List<Emission<?, ?>> changes) implements Ruling {

    public Applied {
      changes = List.copyOf(changes);
    }
  }

  /** A refused command; the code goes to the caller. */
  record Rejected(String code) implements Ruling {}
}
