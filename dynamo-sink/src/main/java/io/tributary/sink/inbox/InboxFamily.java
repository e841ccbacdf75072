package io.tributary.sink.inbox;

import io.tributary.schemas.item.InboxItems;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.InboxTopics;
import io.tributary.sink.route.ItemRoute;
import io.tributary.sink.route.RelayRoute;
import io.tributary.sink.route.SinkFamily;
import java.util.List;
import java.util.Optional;

public final class InboxFamily implements SinkFamily {

  @Override
  public Family family() {
    return Family.INBOX;
  }

  @Override
  public List<ItemRoute<?, ?>> routes() {
    return List.of(
        ItemRoute.of(InboxItems.MESSAGE),
        ItemRoute.of(InboxItems.RECEIPT),
        ItemRoute.of(InboxItems.STATS).coalescing(),
        ItemRoute.of(InboxItems.SETTINGS));
  }

  @Override
  public Optional<RelayRoute<?, ?>> relay() {
    return Optional.of(
        new RelayRoute<>(
            InboxItems.INBOX, InboxTopics.EXPIRIES, InboxTopics.POSITIONS, new ExpiryMapper()));
  }
}
