package io.tributary.gateway.auth;

import java.util.Set;

/**
 * An authenticated sender.
 *
 * @param name the caller in facts
 * @param tenants granted tenants, or hardware ids of devices; {@code *} for all
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
