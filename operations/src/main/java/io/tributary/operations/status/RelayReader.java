package io.tributary.operations.status;

import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.sink.SinkPipeline;
import io.tributary.sink.relay.UnrelayedRecords;
import java.util.LinkedHashMap;
import java.util.Map;

/** Looks into tables' streams behind the relay's positions. */
final class RelayReader implements Probe.Source<Map<String, Long>> {

  private final Settings settings;
  private final Ambient ambient;
  private final Map<String, UnrelayedRecords> gaps = new LinkedHashMap<>();

  RelayReader(Settings settings, Ambient ambient) {
    this.settings = settings;
    this.ambient = ambient;
  }

  /** Changes that follow the positions, counted no further than a page of each shard, by table. */
  @Override
  public Map<String, Long> look() {
    KafkaClients kafka = new KafkaClients(settings);
    if (gaps.isEmpty()) {
      SinkPipeline.relays(kafka.families())
          .forEach(
              route ->
                  gaps.put(
                      route.table().name(), UnrelayedRecords.of(route, settings, ambient, kafka)));
    }
    Map<String, Long> left = new LinkedHashMap<>();
    gaps.forEach((table, gap) -> left.put(table, gap.records()));
    return left;
  }

  @Override
  public void close() {
    gaps.values().forEach(UnrelayedRecords::close);
  }
}
