package io.tributary.sink.inbox;

import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.InboxTopics;
import io.tributary.sink.route.RelayRoute;
import io.tributary.sink.route.Route;
import io.tributary.sink.route.SinkFamily;
import java.util.List;
import java.util.Optional;

/** What the sink needs to know of the inbox family. */
public final class InboxSink {

  /** The family. */
  public static final SinkFamily FAMILY =
      new SinkFamily(
          Family.INBOX,
          List.of(
              new Route<>(InboxTopics.MESSAGES, new InboxMessageMapper(), InboxTables.INBOX),
              new Route<>(InboxTopics.RECEIPTS, new ReceiptMapper(), InboxTables.INBOX),
              new Route<>(InboxTopics.STATS, new StatsMapper(), true, List.of(InboxTables.INBOX)),
              new Route<>(InboxTopics.SETTINGS, new SettingsMapper(), InboxTables.INBOX)),
          List.of(InboxTables.INBOX),
          Optional.of(
              new RelayRoute<>(
                  InboxTables.INBOX,
                  InboxTopics.EXPIRIES,
                  InboxTopics.POSITIONS,
                  new ExpiryMapper())));

  private InboxSink() {}
}
