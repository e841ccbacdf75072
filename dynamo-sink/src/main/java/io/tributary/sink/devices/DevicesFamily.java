package io.tributary.sink.devices;

import io.tributary.schemas.topic.DevicesTopics;
import io.tributary.schemas.topic.Family;
import io.tributary.sink.route.Route;
import io.tributary.sink.route.SinkFamily;
import io.tributary.sink.route.Target;
import java.util.List;

public final class DevicesFamily {

  public static final SinkFamily FAMILY =
      new SinkFamily(
          Family.DEVICES,
          List.of(
              new Route<>(
                  DevicesTopics.READINGS,
                  new ReadingMapper(),
                  Target.of(DevicesTables.DEVICE_READINGS),
                  Target.of(DevicesTables.PROCESSED_BATCHES, "received_at")),
              new Route<>(
                  DevicesTopics.DEVICES, new DeviceMapper(), Target.of(DevicesTables.DEVICES)),
              new Route<>(
                  DevicesTopics.API_KEYS, new ApiKeyMapper(), Target.of(DevicesTables.API_KEYS))),
          DevicesTables.ALL);

  private DevicesFamily() {}
}
