package io.tributary.sink.history;

import io.tributary.schemas.item.HistoryItems;
import io.tributary.schemas.topic.Family;
import io.tributary.sink.route.Route;
import io.tributary.sink.route.SinkFamily;
import java.util.List;

public final class HistoryFamily implements SinkFamily {

  @Override
  public Family family() {
    return Family.HISTORY;
  }

  @Override
  public List<Route<?, ?>> routes() {
    return List.of(
        Route.of(HistoryItems.MESSAGE, "updated_at"), Route.of(HistoryItems.THREAD, "updated_at"));
  }
}
