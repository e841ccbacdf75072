package io.tributary.sink.inbox;

import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.InboxTopics;
import io.tributary.sink.route.RelayRoute;
import io.tributary.sink.route.Route;
import io.tributary.sink.route.SinkFamily;
import io.tributary.sink.route.Target;
import io.tributary.sink.table.TableDefinition;
import java.util.List;
import java.util.Optional;

public final class InboxFamily implements SinkFamily {

  private static final Target INBOX = Target.of(InboxTables.INBOX);

  @Override
  public Family family() {
    return Family.INBOX;
  }

  @Override
  public List<Route<?, ?>> routes() {
    return List.of(
        new Route<>(InboxTopics.MESSAGES, new InboxMessageMapper(), INBOX),
        new Route<>(InboxTopics.RECEIPTS, new ReceiptMapper(), INBOX),
        new Route<>(InboxTopics.STATS, new StatsMapper(), List.of(INBOX), true),
        new Route<>(InboxTopics.SETTINGS, new SettingsMapper(), INBOX));
  }

  @Override
  public List<TableDefinition> tables() {
    return List.of(InboxTables.INBOX);
  }

  @Override
  public Optional<RelayRoute<?, ?>> relay() {
    return Optional.of(
        new RelayRoute<>(
            InboxTables.INBOX, InboxTopics.EXPIRIES, InboxTopics.POSITIONS, new ExpiryMapper()));
  }
}
