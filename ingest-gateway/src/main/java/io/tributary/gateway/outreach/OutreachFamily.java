package io.tributary.gateway.outreach;

import io.tributary.gateway.admission.Gate;
import io.tributary.gateway.admission.GrantRule;
import io.tributary.gateway.admission.TenantGrants;
import io.tributary.gateway.publish.RecordPublisher;
import io.tributary.gateway.route.Route;
import io.tributary.runtime.ambient.Ambient;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;

/** What the outreach family brings into the gateway: routes that service tokens open. */
public final class OutreachFamily {

  /**
   * How requests come in.
   *
   * @param applications admits those who have any grant for the family
   * @param bodyLimit the largest body in bytes
   * @param unknownMembers told how many members of a request nobody asked for
   */
  public record Door(Gate applications, long bodyLimit, IntConsumer unknownMembers) {}

  /**
   * Puts the family together.
   *
   * @param life of conversations after their last change; empty when for ever
   */
  public OutreachFamily(
      Door door, Optional<Duration> life, RecordPublisher publisher, Ambient ambient) {
    // routes follow
  }

  /** What the family asks of grants. */
  public static GrantRule grants() {
    return new TenantGrants("company_id");
  }

  /** Its routes. */
  public List<Route> routes() {
    return List.of();
  }
}
