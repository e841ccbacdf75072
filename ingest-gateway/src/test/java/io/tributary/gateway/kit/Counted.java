package io.tributary.gateway.kit;

import io.tributary.gateway.metrics.GatewayMeter;
import io.tributary.runtime.metrics.Meters;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads counters back. */
final class Counted {

  private Counted() {}

  /** The values of a counter's tags, joined by spaces, as often as they were counted. */
  static List<String> of(Meters meters, GatewayMeter meter, String... tags) {
    return meters.registry().find(meter.meter()).counters().stream()
        .flatMap(
            counter -> {
              String row =
                  Stream.of(tags).map(counter.getId()::getTag).collect(Collectors.joining(" "));
              return Collections.nCopies((int) counter.count(), row).stream();
            })
        .toList();
  }
}
