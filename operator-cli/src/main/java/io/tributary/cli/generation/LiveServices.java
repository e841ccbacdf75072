package io.tributary.cli.generation;

import io.tributary.cli.kafka.Cluster;
import io.tributary.cli.kafka.Groups;
import io.tributary.gateway.GatewaySettings;
import io.tributary.gateway.IngestPipeline;
import io.tributary.processors.ProcessorsPipeline;
import io.tributary.processors.ProcessorsSettings;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.metrics.Meters;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.Topics;
import io.tributary.sink.SinkPipeline;
import io.tributary.sink.SinkSettings;
import java.util.Map;
import java.util.OptionalDouble;
import org.apache.kafka.common.TopicPartition;

/** The three services, each in the generation that is live, or that the settings name. */
public final class LiveServices {

  private LiveServices() {}

  /**
   * Reads what the live generation has decided; facts are the same for all. Goes over to another
   * once that has decided all that the one before had: until then the old directories are newer.
   */
  public static LiveService gateway(Settings given, Ambient ambient) {
    LiveService.Maker maker =
        (settings, generation) -> new IngestPipeline(settings, ambient, Meters.withJvm());
    return new LiveService(
        new LiveService.Kind(
            "gateway", GatewaySettings.LISTEN, false, LiveServices::hasPassedItsMarks, maker),
        given,
        ambient);
  }

  /** Stand still while another generation takes over, so that nothing is appended twice. */
  public static LiveService processors(Settings given, Ambient ambient) {
    LiveService.Maker maker =
        (settings, generation) ->
            new ProcessorsPipeline(
                settings,
                generation.succession(new Newest(settings, ambient.ticker())),
                ambient,
                Meters.withJvm());
    return new LiveService(
        new LiveService.Kind(
            "processors", ProcessorsSettings.LISTEN, true, LiveService.Condition.NONE, maker),
        given,
        ambient);
  }

  /** Relays what expires in the tables of the live generation alone. */
  public static LiveService sink(Settings given, Ambient ambient) {
    LiveService.Maker maker =
        (settings, generation) ->
            generation.live()
                ? new SinkPipeline(settings, ambient, Meters.withJvm())
                : SinkPipeline.shadow(settings, OptionalDouble.empty(), ambient, Meters.withJvm());
    return new LiveService(
        new LiveService.Kind("sink", SinkSettings.LISTEN, false, LiveService.Condition.NONE, maker),
        given,
        ambient);
  }

  private static boolean hasPassedItsMarks(Settings settings, Generation generation)
      throws InterruptedException {
    try (Cluster cluster = Cluster.connect(settings)) {
      Map<TopicPartition, Long> done =
          new Groups(cluster.admin()).committed(cluster.clients().group("processors"));
      return generation.marks().entrySet().stream()
          .allMatch(
              mark -> {
                Topic<?, ?> topic = Topics.named(mark.getKey().topic()).orElseThrow();
                TopicPartition place =
                    new TopicPartition(
                        cluster.clients().topics().of(topic), mark.getKey().partition());
                return done.getOrDefault(place, 0L) >= mark.getValue();
              });
    }
  }
}
