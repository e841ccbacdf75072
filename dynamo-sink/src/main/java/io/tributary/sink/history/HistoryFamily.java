package io.tributary.sink.history;

import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.HistoryTopics;
import io.tributary.sink.route.Route;
import io.tributary.sink.route.SinkFamily;
import io.tributary.sink.route.Target;
import io.tributary.sink.table.TableDefinition;
import java.util.List;

public final class HistoryFamily implements SinkFamily {

  private static final Target HISTORY = Target.of(HistoryTables.HISTORY, "updated_at");

  @Override
  public Family family() {
    return Family.HISTORY;
  }

  @Override
  public List<Route<?, ?>> routes() {
    return List.of(
        new Route<>(HistoryTopics.MESSAGES, new MessageMapper(), HISTORY),
        new Route<>(HistoryTopics.THREADS, new ThreadMapper(), HISTORY));
  }

  @Override
  public List<TableDefinition> tables() {
    return List.of(HistoryTables.HISTORY);
  }
}
