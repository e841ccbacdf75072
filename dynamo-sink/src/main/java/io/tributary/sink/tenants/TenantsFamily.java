package io.tributary.sink.tenants;

import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.TenantsTopics;
import io.tributary.sink.route.Route;
import io.tributary.sink.route.SinkFamily;
import io.tributary.sink.route.Target;
import java.util.List;

/** The tenants family. Inbound messages go to subscribers alone. */
public final class TenantsFamily {

  private static final Target TENANTS = Target.of(TenantsTables.TENANTS);

  public static final SinkFamily FAMILY =
      new SinkFamily(
          Family.TENANTS,
          List.of(
              new Route<>(TenantsTopics.TENANTS, new TenantMapper(), TENANTS),
              new Route<>(TenantsTopics.USERS, new TenantUserMapper(), TENANTS),
              new Route<>(TenantsTopics.CHANNELS, new ChannelMappingMapper(), TENANTS),
              new Route<>(
                  TenantsTopics.CONVERSATIONS,
                  new ConversationMapper(),
                  Target.of(TenantsTables.CONVERSATIONS))),
          List.of(TenantsTables.CONVERSATIONS, TenantsTables.TENANTS));

  private TenantsFamily() {}
}
