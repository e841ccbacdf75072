package io.tributary.sink.devices;

import io.tributary.schemas.topic.DevicesTopics;
import io.tributary.schemas.topic.Family;
import io.tributary.sink.route.Route;
import io.tributary.sink.route.SinkFamily;
import io.tributary.sink.route.Target;
import io.tributary.sink.table.TableDefinition;
import java.util.List;

public final class DevicesFamily implements SinkFamily {

  @Override
  public Family family() {
    return Family.DEVICES;
  }

  @Override
  public List<Route<?, ?>> routes() {
    return List.of(
        new Route<>(
            DevicesTopics.READINGS,
            new ReadingMapper(),
            Target.of(DevicesTables.DEVICE_READINGS),
            Target.of(DevicesTables.PROCESSED_BATCHES, "received_at")),
        new Route<>(DevicesTopics.DEVICES, new DeviceMapper(), Target.of(DevicesTables.DEVICES)),
        new Route<>(DevicesTopics.API_KEYS, new ApiKeyMapper(), Target.of(DevicesTables.API_KEYS)));
  }

  @Override
  public List<TableDefinition> tables() {
    return DevicesTables.ALL;
  }
}
