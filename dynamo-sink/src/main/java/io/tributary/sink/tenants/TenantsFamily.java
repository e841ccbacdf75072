package io.tributary.sink.tenants;

import io.tributary.schemas.item.TenantsItems;
import io.tributary.schemas.topic.Family;
import io.tributary.sink.route.ItemRoute;
import io.tributary.sink.route.SinkFamily;
import java.util.List;

/** The tenants family. Inbound messages go to subscribers alone. */
public final class TenantsFamily implements SinkFamily {

  @Override
  public Family family() {
    return Family.TENANTS;
  }

  @Override
  public List<ItemRoute<?, ?>> routes() {
    return List.of(
        ItemRoute.of(TenantsItems.CONVERSATION),
        ItemRoute.of(TenantsItems.TENANT),
        ItemRoute.of(TenantsItems.USER),
        ItemRoute.of(TenantsItems.CHANNEL));
  }
}
