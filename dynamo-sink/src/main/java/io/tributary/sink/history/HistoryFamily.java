package io.tributary.sink.history;

import io.tributary.schemas.item.HistoryItems;
import io.tributary.schemas.topic.Family;
import io.tributary.sink.route.ItemRoute;
import io.tributary.sink.route.SinkFamily;
import java.util.List;

public final class HistoryFamily implements SinkFamily {

  @Override
  public Family family() {
    return Family.HISTORY;
  }

  @Override
  public List<ItemRoute<?, ?>> routes() {
    return List.of(
        ItemRoute.of(HistoryItems.MESSAGE, "updated_at"),
        ItemRoute.of(HistoryItems.THREAD, "updated_at"));
  }
}
