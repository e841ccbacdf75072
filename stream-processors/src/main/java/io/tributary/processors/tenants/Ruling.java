package io.tributary.processors.tenants;

import io.tributary.processors.fact.Emission;
import java.util.List;

/** What is decided about a command. */
sealed interface Ruling {

  /**
   * It is applied, or what it asks for is so already.
   *
   * @param rev of its subject afterwards
   * @param changes of which the topics must hear
   */
  record Applied(long rev, List<Emission<?, ?>> changes) implements Ruling {

    /** Copies the changes. */
    public Applied {
      changes = List.copyOf(changes);
    }
  }

  /** It cannot be; the code goes to whoever asked. */
  record Rejected(String code) implements Ruling {}
}
