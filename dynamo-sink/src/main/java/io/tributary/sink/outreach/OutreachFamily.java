package io.tributary.sink.outreach;

import io.tributary.schemas.item.OutreachItems;
import io.tributary.schemas.topic.Family;
import io.tributary.sink.route.ItemRoute;
import io.tributary.sink.route.SinkFamily;
import java.util.List;

/** The outreach family. Replies go to subscribers alone. */
public final class OutreachFamily implements SinkFamily {

  @Override
  public Family family() {
    return Family.OUTREACH;
  }

  @Override
  public List<ItemRoute<?, ?>> routes() {
    return List.of(ItemRoute.of(OutreachItems.CONVERSATION));
  }
}
