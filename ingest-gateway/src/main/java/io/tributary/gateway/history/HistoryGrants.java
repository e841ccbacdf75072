package io.tributary.gateway.history;

import io.tributary.gateway.auth.GrantRule;
import io.tributary.gateway.auth.Principal;
import io.tributary.schemas.key.KeyPart;
import io.tributary.schemas.key.history.ThreadKey;
import java.util.NavigableSet;
import java.util.Optional;

/**
 * Grants of the history family: {@code org} without tenants, or {@code org/tenant}, split at the
 * first slash. An org has tenants or none: otherwise keys could collide.
 */
final class HistoryGrants implements GrantRule {

  private static final char SLASH = '/';

  @Override
  public Optional<String> violation(String tenant, NavigableSet<String> before) {
    int slash = tenant.indexOf(SLASH);
    String org = slash < 0 ? tenant : tenant.substring(0, slash);
    String rest = slash < 0 ? "" : tenant.substring(slash + 1);
    if (!isExact(org) || (slash >= 0 && !isExact(rest))) {
      return Optional.of("must be org or org/tenant, and each " + KeyPart.ID.rule());
    }
    boolean otherwise = slash < 0 ? hasTenants(org, before) : before.contains(org);
    return otherwise
        ? Optional.of("must not name an org both with and without tenants")
        : Optional.empty();
  }

  static boolean allow(Principal caller, ThreadKey thread) {
    return caller.mayEverything()
        || word(thread).filter(word -> caller.tenants().contains(word)).isPresent();
  }

  /** The thread as grants write it; empty for an org with a slash, which is ambiguous. */
  private static Optional<String> word(ThreadKey thread) {
    return thread.orgId().indexOf(SLASH) >= 0
        ? Optional.empty()
        : Optional.of(thread.orgId() + thread.tenantId().map(id -> SLASH + id).orElse(""));
  }

  /** True of an id without the wildcard. */
  private static boolean isExact(String id) {
    return KeyPart.ID.accepts(id) && !id.equals(Principal.ALL);
  }

  private static boolean hasTenants(String org, NavigableSet<String> before) {
    String next = before.ceiling(org + SLASH);
    return next != null && next.startsWith(org + SLASH);
  }
}
