package io.tributary.gateway.admission;

import java.util.NavigableSet;
import java.util.Optional;

/** Port: what a family asks of the tenants that a file of service tokens grants. */
@FunctionalInterface
public interface GrantRule {

  /** For families that take every word. */
  GrantRule ANY = (tenant, before) -> Optional.empty();

  /**
   * The rule that a tenant breaks; empty when all is well.
   *
   * @param tenant never {@code *}
   * @param before tenants of the family that stand before it in the file, whoever they are granted
   *     to
   */
  Optional<String> broken(String tenant, NavigableSet<String> before);
}
