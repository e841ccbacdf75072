package io.tributary.operations.generation;

import io.tributary.processors.ProcessorsPipeline;
import io.tributary.processors.fact.GenerationHandover;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.runtime.kafka.generation.Generation;
import io.tributary.runtime.kafka.generation.LiveGenerationCache;
import io.tributary.runtime.kafka.generation.NoBrokerException;
import io.tributary.runtime.lifecycle.Lifecycle;
import io.tributary.runtime.metrics.Meters;
import io.tributary.sink.SinkPipeline;
import java.util.List;
import java.util.OptionalDouble;

/**
 * A generation that follows the live one: the same facts through own processors and an own sink
 * into own topics and tables. It appends no facts and relays nothing.
 */
public final class NextGenerationRun extends Lifecycle {

  private final Generation own;
  private final LiveGenerationCache newest;

  /**
   * A run of the generation in the settings.
   *
   * @param writeUnits most per second
   */
  public NextGenerationRun(Settings settings, OptionalDouble writeUnits, RuntimeContext runtime) {
    own = Generation.following(KafkaSettings.generation(settings));
    newest = new LiveGenerationCache(settings, runtime.ticker());
    consistOf(
        List.of(
            SinkPipeline.shadow(settings, writeUnits, runtime, new Meters()),
            ProcessorsPipeline.of(
                settings, GenerationHandover.to(own, newest), runtime, new Meters())));
  }

  /** False once this generation is live. */
  public boolean follows() {
    try {
      return own.isStill(newest.get());
    } catch (NoBrokerException e) {
      // without a broker there is no promotion either
      return true;
    }
  }
}
