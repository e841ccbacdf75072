package io.tributary.sink.history;

import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.HistoryTopics;
import io.tributary.sink.route.Route;
import io.tributary.sink.route.SinkFamily;
import java.util.List;

/** What the sink needs to know of the history family. */
public final class HistorySink {

  /** The family. */
  public static final SinkFamily FAMILY =
      new SinkFamily(
          Family.HISTORY,
          List.of(
              new Route<>(HistoryTopics.MESSAGES, new MessageMapper(), HistoryTables.HISTORY),
              new Route<>(HistoryTopics.THREADS, new ThreadMapper(), HistoryTables.HISTORY)),
          List.of(HistoryTables.HISTORY));

  private HistorySink() {}
}
