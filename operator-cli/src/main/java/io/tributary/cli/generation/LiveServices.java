package io.tributary.cli.generation;

import io.tributary.cli.kafka.Cluster;
import io.tributary.cli.kafka.Groups;
import io.tributary.gateway.Entrance;
import io.tributary.gateway.IngestPipeline;
import io.tributary.processors.ProcessorsPipeline;
import io.tributary.processors.ProcessorsSettings;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.config.Settings;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.Topics;
import io.tributary.sink.SinkPipeline;
import io.tributary.sink.SinkSettings;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.kafka.common.TopicPartition;

/** The three services, each in the generation that is live, or that the settings name. */
public final class LiveServices {

  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final Duration GATEWAYS_PATIENCE = Duration.ofSeconds(60);

  private LiveServices() {}

  /**
   * Reads what the live generation has decided; facts are the same for all. Goes over to another
   * once that has decided all that the one before had: until then the old directories are newer. It
   * is ready meanwhile, because all gateways wait for the same, and facts are accepted.
   */
  public static LiveService gateway(Settings given, Ambient ambient) {
    Entrance entrance = new Entrance(given);
    return new LiveService(
        new ServiceKind(
            "gateway",
            Optional.empty(),
            false,
            GATEWAYS_PATIENCE,
            LiveServices::hasPassedItsMarks,
            (settings, generation, meters, pages) ->
                new IngestPipeline(settings, ambient, meters, entrance, own -> pages)),
        given,
        ambient);
  }

  /** Stand still while another generation takes over, so that nothing is appended twice. */
  public static LiveService processors(Settings given, Ambient ambient) {
    return new LiveService(
        new ServiceKind(
            "processors",
            Optional.of(ProcessorsSettings.LISTEN),
            true,
            PATIENCE,
            ServiceKind.Condition.NONE,
            (settings, generation, meters, pages) ->
                new ProcessorsPipeline(
                    settings,
                    generation.succession(new Newest(settings, ambient.ticker())),
                    ambient,
                    meters)),
        given,
        ambient);
  }

  /** Relays what expires in the tables of the live generation alone. */
  public static LiveService sink(Settings given, Ambient ambient) {
    return new LiveService(
        new ServiceKind(
            "sink",
            Optional.of(SinkSettings.LISTEN),
            false,
            PATIENCE,
            ServiceKind.Condition.NONE,
            (settings, generation, meters, pages) ->
                generation.live()
                    ? new SinkPipeline(settings, ambient, meters)
                    : SinkPipeline.shadow(settings, OptionalDouble.empty(), ambient, meters)),
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
