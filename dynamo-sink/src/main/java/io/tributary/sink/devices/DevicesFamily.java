package io.tributary.sink.devices;

import io.tributary.schemas.item.DevicesItems;
import io.tributary.schemas.topic.DevicesTopics;
import io.tributary.schemas.topic.Family;
import io.tributary.sink.route.ItemRoute;
import io.tributary.sink.route.SinkFamily;
import io.tributary.sink.route.Target;
import java.util.List;

public final class DevicesFamily implements SinkFamily {

  @Override
  public Family family() {
    return Family.DEVICES;
  }

  @Override
  public List<ItemRoute<?, ?>> routes() {
    return List.of(
        ItemRoute.of(DevicesItems.DEVICE),
        new ItemRoute<>(
            DevicesTopics.READINGS,
            new ReadingMapper(),
            Target.of(DevicesItems.DEVICE_READINGS),
            Target.of(DevicesItems.PROCESSED_BATCHES, "received_at")),
        ItemRoute.of(DevicesItems.API_KEY));
  }
}
