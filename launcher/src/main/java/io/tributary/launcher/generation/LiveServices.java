package io.tributary.launcher.generation;

import io.tributary.gateway.IngestPipeline;
import io.tributary.gateway.SwitchableHttpServer;
import io.tributary.gateway.settings.GatewaySettings;
import io.tributary.operations.generation.LiveGenerationCache;
import io.tributary.processors.ProcessorsPipeline;
import io.tributary.processors.settings.ProcessorsSettings;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.config.Settings;
import io.tributary.sink.SinkPipeline;
import io.tributary.sink.settings.SinkSettings;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;

/** The three services, each in the generation that is live, or that the settings name. */
public final class LiveServices {

  private static final Duration SHORT = Duration.ofSeconds(2);
  private static final Duration ENDING = Duration.ofSeconds(12);
  private static final ServiceKind.Patience PATIENCE =
      new ServiceKind.Patience(SHORT, SHORT, ENDING);
  private static final Duration GATEWAYS_FAILING = Duration.ofSeconds(60);

  private LiveServices() {}

  /**
   * A gateway, which reads the decisions of the live generation. It changes over when that one has
   * decided all that the one before had: earlier, its directories would miss known keys. It stays
   * ready meanwhile, because facts are accepted.
   */
  public static GenerationFollower gateway(Settings given, Ambient ambient) {
    return gateway(given, ambient, CompletableFuture.completedFuture(null));
  }

  /**
   * The same.
   *
   * @param before completed before it listens
   */
  public static GenerationFollower gateway(Settings given, Ambient ambient, Future<?> before) {
    SwitchableHttpServer entrance = new SwitchableHttpServer(given, before);
    return new GenerationFollower(
        new ServiceKind(
            "gateway",
            GatewaySettings.opsListen(given),
            Optional.of(given.get(GatewaySettings.LISTEN)),
            false,
            new ServiceKind.Patience(
                GATEWAYS_FAILING,
                ServiceKind.Patience.ENDLESS,
                IngestPipeline.longestRequest(given)),
            (settings, generation) -> {
              boolean passed = HandoverCheck.passed(settings, generation);
              if (passed) {
                entrance.markSuperseded();
              }
              return passed;
            },
            (settings, generation, meters, whole) ->
                new IngestPipeline(settings, ambient, meters, entrance, Optional.of(whole))),
        given,
        ambient);
  }

  /**
   * Processors, which pause while another generation takes over, so that nothing is appended twice.
   */
  public static GenerationFollower processors(Settings given, Ambient ambient) {
    return new GenerationFollower(
        new ServiceKind(
            "processors",
            given.get(ProcessorsSettings.LISTEN),
            Optional.empty(),
            true,
            PATIENCE,
            ServiceKind.Condition.NONE,
            (settings, generation, meters, whole) ->
                ProcessorsPipeline.of(
                    settings,
                    generation.handover(new LiveGenerationCache(settings, ambient.ticker())),
                    ambient,
                    meters)),
        given,
        ambient);
  }

  /** A sink, which relays expiries in the live generation alone. */
  public static GenerationFollower sink(Settings given, Ambient ambient) {
    return new GenerationFollower(
        new ServiceKind(
            "sink",
            given.get(SinkSettings.LISTEN),
            Optional.empty(),
            false,
            PATIENCE,
            ServiceKind.Condition.NONE,
            (settings, generation, meters, whole) ->
                generation.live()
                    ? SinkPipeline.of(settings, ambient, meters)
                    : SinkPipeline.shadow(settings, OptionalDouble.empty(), ambient, meters)),
        given,
        ambient);
  }
}
