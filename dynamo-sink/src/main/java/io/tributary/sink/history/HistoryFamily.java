package io.tributary.sink.history;

import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.HistoryTopics;
import io.tributary.sink.route.Route;
import io.tributary.sink.route.SinkFamily;
import io.tributary.sink.route.Target;
import java.util.List;

public final class HistoryFamily {

  private static final Target HISTORY = Target.of(HistoryTables.HISTORY, "updated_at");

  public static final SinkFamily FAMILY =
      new SinkFamily(
          Family.HISTORY,
          List.of(
              new Route<>(HistoryTopics.MESSAGES, new MessageMapper(), HISTORY),
              new Route<>(HistoryTopics.THREADS, new ThreadMapper(), HISTORY)),
          List.of(HistoryTables.HISTORY));

  private HistoryFamily() {}
}
