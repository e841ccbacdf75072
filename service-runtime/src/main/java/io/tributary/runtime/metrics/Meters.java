package io.tributary.runtime.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.LongStream;

public final class Meters {

  /** Few, because each is a line for every timer. */
  private static final Duration[] BUCKETS =
      LongStream.of(5, 10, 25, 50, 100, 250, 1000, 5000)
          .mapToObj(Duration::ofMillis)
          .toArray(Duration[]::new);

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JvmGcMetrics collections = new JvmGcMetrics();
  private final Map<Row, Counter> counters = new ConcurrentHashMap<>();

  private record Row(Meter meter, List<String> values) {}

  /** Meters, the JVM's included. */
  public static Meters withJvm() {
    Meters meters = new Meters();
    new JvmMemoryMetrics().bindTo(meters.registry);
    new JvmThreadMetrics().bindTo(meters.registry);
    meters.collections.bindTo(meters.registry);
    return meters;
  }

  /** The counter with tag values in the order of the meter's tags. */
  public Counter counter(Meter meter, String... values) {
    // Held here, because the registry makes a new id for each look
    return counters.computeIfAbsent(
        new Row(meter, List.of(values)),
        row ->
            Counter.builder(meter.meter())
                .description(meter.meaning())
                .tags(tags(meter, values))
                .register(registry));
  }

  public Timer timer(Meter meter, String... values) {
    return Timer.builder(meter.meter())
        .description(meter.meaning())
        .tags(tags(meter, values))
        .serviceLevelObjectives(BUCKETS)
        .register(registry);
  }

  /** A gauge read at each scrape. */
  public void gauge(Meter meter, Supplier<Number> value, String... values) {
    Gauge.builder(meter.meter(), value)
        .description(meter.meaning())
        .tags(tags(meter, values))
        .strongReference(true)
        .register(registry);
  }

  /** All meters in Prometheus' text format. */
  public String scrape() {
    return registry.scrape();
  }

  /** Stops the JVM's meters; values stay. */
  public void close() {
    collections.close();
  }

  /** The registry, for libraries with meters of their own. */
  public MeterRegistry registry() {
    return registry;
  }

  private static Tags tags(Meter meter, String... values) {
    if (values.length != meter.tags().size()) {
      throw new IllegalArgumentException(meter.meter() + " has tags " + meter.tags());
    }
    Tags tags = Tags.empty();
    for (int i = 0; i < values.length; i++) {
      tags = tags.and(meter.tags().get(i), values[i]);
    }
    return tags;
  }
}
