package io.tributary.sink.inbox;

import io.tributary.schemas.item.InboxItems;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.InboxTopics;
import io.tributary.sink.route.RelayRoute;
import io.tributary.sink.route.Route;
import io.tributary.sink.route.SinkFamily;
import java.util.List;
import java.util.Optional;

public final class InboxFamily implements SinkFamily {

  @Override
  public Family family() {
    return Family.INBOX;
  }

  @Override
  public List<Route<?, ?>> routes() {
    return List.of(
        Route.of(InboxItems.MESSAGE),
        Route.of(InboxItems.RECEIPT),
        Route.of(InboxItems.STATS).coalescing(),
        Route.of(InboxItems.SETTINGS));
  }

  @Override
  public Optional<RelayRoute<?, ?>> relay() {
    return Optional.of(
        new RelayRoute<>(
            InboxItems.INBOX, InboxTopics.EXPIRIES, InboxTopics.POSITIONS, new ExpiryMapper()));
  }
}
