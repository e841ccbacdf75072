package io.tributary.benchmarks.live;

import io.tributary.embedded.child.ChildProcess;
import io.tributary.embedded.child.RunningServer;
import io.tributary.processors.ProcessorsPipeline;
import io.tributary.processors.fact.GenerationHandover;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.lifecycle.Lifecycle;
import io.tributary.runtime.metrics.Meters;
import io.tributary.sink.SinkPipeline;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The process of processors and sink. Arguments: settings as {@code key=value}. */
public final class ServicesChild {

  private static final Duration STOP = Duration.ofSeconds(5);

  private ServicesChild() {}

  /** Works until standard input ends. */
  public static void main(String[] arguments) {
    Map<String, String> values =
        Arrays.stream(arguments)
            .map(argument -> argument.split("=", 2))
            .collect(Collectors.toMap(parts -> parts[0], parts -> parts[1]));
    Settings settings = Settings.of(values);
    ChildProcess.run(child -> started(settings));
  }

  private static RunningServer started(Settings settings) throws Exception {
    Ambient ambient = Ambient.system();
    Component services =
        new Lifecycle(
            List.of(
                ProcessorsPipeline.of(
                    settings, GenerationHandover.FIRST, ambient, Meters.withJvm()),
                SinkPipeline.of(settings, ambient, Meters.withJvm())));
    services.start();
    return new RunningServer(
        "services=started", () -> services.close(Deadline.after(STOP, ambient.ticker())));
  }
}
