package io.tributary.gateway.auth;

import java.util.NavigableSet;
import java.util.Optional;

/** A family's rule for tenants granted in the file of service tokens. */
@FunctionalInterface
public interface GrantRule {

  GrantRule ANY = (tenant, before) -> Optional.empty();

  /**
   * The rule that a tenant breaks; empty when all is well.
   *
   * @param tenant never {@code *}
   * @param before tenants of the family that stand before it in the file, whoever they are granted
   *     to
   */
  Optional<String> violation(String tenant, NavigableSet<String> before);
}
