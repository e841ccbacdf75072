package io.tributary.gateway.auth;

import io.tributary.schemas.key.KeyPart;
import java.util.NavigableSet;
import java.util.Optional;

/** Grants by tenant id, under the family's name for it. */
public record TenantGrants(String name) implements GrantRule {

  /** A tenant's id, without *, which grants all tenants. */
  public static final KeyPart TENANT =
      new KeyPart(
          id -> KeyPart.ID.accepts(id) && !id.contains(Principal.ALL),
          KeyPart.ID.rule() + " and " + Principal.ALL);

  @Override
  public Optional<String> violation(String tenant, NavigableSet<String> before) {
    return TENANT.accepts(tenant)
        ? Optional.empty()
        : Optional.of("must be * or a " + name + ", which " + TENANT.rule());
  }
}
