package io.tributary.gateway.auth;

import java.util.Set;

/**
 * A sender that a gate admitted.
 *
 * @param name the sender's name in facts
 * @param tenants on whose behalf it may speak to the route's family, as the family writes tenants,
 *     or hardware ids of devices; {@code *} means all
 */
public record Principal(String name, Set<String> tenants) {

  /** Grants every tenant. */
  public static final String ALL = "*";

  public Principal {
    tenants = Set.copyOf(tenants);
  }

  public boolean mayEverything() {
    return tenants.contains(ALL);
  }

  public boolean mayActFor(String tenant) {
    return mayEverything() || tenants.contains(tenant);
  }
}
