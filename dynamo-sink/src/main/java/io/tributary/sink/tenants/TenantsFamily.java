package io.tributary.sink.tenants;

import io.tributary.schemas.item.TenantsItems;
import io.tributary.schemas.topic.Family;
import io.tributary.sink.route.Route;
import io.tributary.sink.route.SinkFamily;
import java.util.List;

/** The tenants family. Inbound messages go to subscribers alone. */
public final class TenantsFamily implements SinkFamily {

  @Override
  public Family family() {
    return Family.TENANTS;
  }

  @Override
  public List<Route<?, ?>> routes() {
    return List.of(
        Route.of(TenantsItems.CONVERSATION),
        Route.of(TenantsItems.TENANT),
        Route.of(TenantsItems.USER),
        Route.of(TenantsItems.CHANNEL));
  }
}
