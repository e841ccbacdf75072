package io.tributary.processors;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.processors.fact.GenerationHandover;
import io.tributary.processors.topology.TopologyPlan;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.metrics.Meters;
import io.tributary.schemas.format.SingleObjectFormat;
import io.tributary.schemas.topic.TopicNaming;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A changed name of a node or store would lose the state behind it at the next upgrade. */
final class TopologyDescriptionTest {

  @Test
  void shouldKeepTheTopology() throws IOException {
    TopologyPlan plan =
        new TopologyPlan(
            new TopicNaming(""),
            SingleObjectFormat.ofReleases(),
            new Meters(),
            GenerationHandover.FIRST,
            Instant::now);
    String expected = Files.readString(Path.of("src/test/resources/topology.txt"));

    assertThat(TopologyAssembly.assemble(plan, Settings.of(Map.of())).describe().toString())
        .isEqualToNormalizingNewlines(expected);
  }

  @Test
  void shouldPutThePrefixBeforeTopicsAlone() {
    TopologyPlan plan =
        new TopologyPlan(
            new TopicNaming("blue."),
            SingleObjectFormat.ofReleases(),
            new Meters(),
            GenerationHandover.FIRST,
            Instant::now);

    assertThat(TopologyAssembly.assemble(plan, Settings.of(Map.of())).describe().toString())
        .contains("Source: devices.batches-source (topics: [blue.devices.batches])")
        .contains("Sink: devices.readings-sink (topic: blue.devices.readings)");
  }
}
