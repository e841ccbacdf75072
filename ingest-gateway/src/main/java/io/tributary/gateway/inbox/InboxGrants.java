package io.tributary.gateway.inbox;

import io.tributary.gateway.admission.Caller;
import io.tributary.gateway.admission.GrantRule;
import io.tributary.schemas.key.KeyPart;
import java.util.NavigableSet;
import java.util.Optional;

/** Grants of the inbox family: each is a tenant_key, whole. */
final class InboxGrants implements GrantRule {

  @Override
  public Optional<String> broken(String tenant, NavigableSet<String> before) {
    // A star within a word would look as if it stood for many tenants
    return KeyPart.ID.accepts(tenant) && !tenant.contains(Caller.ALL)
        ? Optional.empty()
        : Optional.of("must be * or a tenant_key without *, which " + KeyPart.ID.rule());
  }

  /** Whether the caller may act for that tenant. */
  static boolean allow(Caller caller, String tenantKey) {
    return caller.mayEverything() || caller.tenants().contains(tenantKey);
  }
}
