package io.tributary.sink.tenants;

import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.TenantsTopics;
import io.tributary.sink.route.Route;
import io.tributary.sink.route.SinkFamily;
import java.util.List;

/** What the sink needs to know of the tenants family. Inbound messages go to subscribers alone. */
public final class TenantsSink {

  /** The family. */
  public static final SinkFamily FAMILY =
      new SinkFamily(
          Family.TENANTS,
          List.of(
              new Route<>(TenantsTopics.TENANTS, new TenantMapper(), TenantsTables.TENANTS),
              new Route<>(TenantsTopics.USERS, new TenantUserMapper(), TenantsTables.TENANTS),
              new Route<>(
                  TenantsTopics.CHANNELS, new ChannelMappingMapper(), TenantsTables.TENANTS),
              new Route<>(
                  TenantsTopics.CONVERSATIONS,
                  new ConversationMapper(),
                  TenantsTables.CONVERSATIONS)),
          List.of(TenantsTables.CONVERSATIONS, TenantsTables.TENANTS));

  private TenantsSink() {}
}
