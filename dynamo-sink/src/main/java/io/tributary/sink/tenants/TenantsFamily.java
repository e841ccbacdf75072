package io.tributary.sink.tenants;

import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.TenantsTopics;
import io.tributary.sink.route.Route;
import io.tributary.sink.route.SinkFamily;
import io.tributary.sink.route.Target;
import io.tributary.sink.table.TableDefinition;
import java.util.List;

/** The tenants family. Inbound messages go to subscribers alone. */
public final class TenantsFamily implements SinkFamily {

  private static final Target TENANTS = Target.of(TenantsTables.TENANTS);

  @Override
  public Family family() {
    return Family.TENANTS;
  }

  @Override
  public List<Route<?, ?>> routes() {
    return List.of(
        new Route<>(TenantsTopics.TENANTS, new TenantMapper(), TENANTS),
        new Route<>(TenantsTopics.USERS, new TenantUserMapper(), TENANTS),
        new Route<>(TenantsTopics.CHANNELS, new ChannelMappingMapper(), TENANTS),
        new Route<>(
            TenantsTopics.CONVERSATIONS,
            new ConversationMapper(),
            Target.of(TenantsTables.CONVERSATIONS)));
  }

  @Override
  public List<TableDefinition> tables() {
    return List.of(TenantsTables.CONVERSATIONS, TenantsTables.TENANTS);
  }
}
