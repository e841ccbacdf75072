package io.tributary.gateway.auth;

import java.util.NavigableSet;
import java.util.Optional;

/** A family's rule for tenants granted in the file of service tokens. */
@FunctionalInterface
public interface GrantRule {

  GrantRule ANY = (tenant, before) -> Optional.empty();

  /** The rule that a tenant breaks; empty if valid. */
  Optional<String> violation(String tenant, NavigableSet<String> before);
}
