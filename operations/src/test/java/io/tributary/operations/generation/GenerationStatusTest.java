package io.tributary.operations.generation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.gateway.GatewayFamilies;
import io.tributary.operations.EmbeddedBroker;
import io.tributary.operations.kafka.Cluster;
import io.tributary.operations.topics.ClusterTopic;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.kafka.topic.TopicCheck;
import io.tributary.schemas.topic.Topics;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Against a real broker: which generations there are, and of which size their topics are. */
final class GenerationStatusTest {

  @RegisterExtension static final EmbeddedBroker broker = new EmbeddedBroker();

  private final String prefix = EmbeddedBroker.newPrefix();
  private Cluster first;
  private Cluster third;
  private Settings settings;

  @BeforeEach
  void open() throws Exception {
    first = broker.connectToDevices(prefix);
    settings = broker.devices(prefix, Map.of());
    third = Cluster.connect(of(3));
    third.topics().create(GatewayFamilies.topics(of(3)), OptionalInt.of(12));
  }

  @AfterEach
  void close() {
    third.close();
    first.close();
  }

  @Test
  void shouldShowGenerationsBehindAGap() throws Exception {
    assertThat(GenerationStatus.all(first, settings))
        .containsExactly(new GenerationStatus(1, "live", 0), new GenerationStatus(3, "stands", 0));
    EmbeddedBroker.makeLive(first, 3, Map.of(), "");

    assertThat(GenerationStatus.all(first, settings))
        .containsExactly(new GenerationStatus(3, "live", 0));
  }

  @Test
  void shouldTakePartitionsOfAGenerationFromItsTopics() throws Exception {
    third.admin().deleteTopics(List.of(prefix + "g3.devices.devices")).all().get();
    assertThat(partitions(third, "g3.devices.readings")).containsExactly("12", "yes");
    assertThat(partitions(third, "g3.devices.devices")).containsExactly("12", "no");
    assertThat(partitions(third, "devices.batches")).containsExactly("6", "yes");
    assertThat(third.topics().drift(GatewayFamilies.topics(of(3))))
        .containsExactly("topic " + prefix + "g3.devices.devices does not exist");

    third.topics().create(GatewayFamilies.topics(of(3)));

    assertThat(partitions(third, "g3.devices.devices")).containsExactly("12", "yes");
    assertThat(third.topics().drift(GatewayFamilies.topics(of(3)))).isEmpty();
    new TopicCheck(
            third.clients(),
            Topics.of(third.clients().families()),
            any -> true,
            RuntimeContext.system())
        .start();
  }

  @Test
  void shouldTakeThemFromNoOther() throws Exception {
    assertThat(partitions(first, "devices.readings")).containsExactly("6", "yes");
    try (Cluster fourth = Cluster.connect(of(4))) {
      assertThat(partitions(fourth, "g4.devices.readings")).containsExactly("6", "no");
    }
  }

  private List<String> partitions(Cluster cluster, String topic) throws InterruptedException {
    return ClusterTopic.all(cluster).stream()
        .filter(found -> found.name().equals(prefix + topic))
        .map(found -> List.of(found.partitions() + "", found.exists() ? "yes" : "no"))
        .findFirst()
        .orElseThrow();
  }

  private Settings of(int generation) {
    return settings.with(Map.of("generation", Integer.toString(generation)));
  }
}
