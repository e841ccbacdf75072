package io.tributary.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.health.HealthReason;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.metrics.Meters;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.Topic;
import io.tributary.sink.table.TableDefinition;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class SinkPipelineTest {

  @Test
  void shouldBeMadeWithoutIoAndBeUnreadyUntilStarted() throws Exception {
    Settings nowhere =
        Settings.of(
            Map.of(
                "bootstrap.servers", "127.0.0.1:1",
                "dynamodb.endpoint", "http://127.0.0.1:1"));
    SinkPipeline sink = new SinkPipeline(nowhere, Ambient.system(), new Meters());

    assertThat(sink.check()).extracting(HealthReason::code).containsExactly("not_assigned");
    sink.close(Deadline.after(Duration.ofSeconds(5), System::nanoTime));
  }

  @Test
  void shouldHaveTopicsAndTablesForEveryFamily() {
    for (Family family : Family.values()) {
      assertThat(SinkPipeline.topics(EnumSet.allOf(Family.class)))
          .anyMatch(topic -> topic.name().startsWith(family.label() + "."));
    }
    assertThat(SinkPipeline.tables(EnumSet.allOf(Family.class)))
        .extracting(TableDefinition::name)
        .doesNotHaveDuplicates()
        .contains(
            "devices",
            "device_readings",
            "processed_batches",
            "api_keys",
            "history",
            "inbox",
            "conversations",
            "tenants");
  }

  @Test
  void shouldHaveNothingOfFamiliesThatThePipelineHasNot() {
    assertThat(SinkPipeline.topics(Set.of(Family.HISTORY)))
        .extracting(Topic::name)
        .containsExactlyInAnyOrder("history.messages", "history.threads", "history.redrives");
    assertThat(SinkPipeline.tables(Set.of(Family.HISTORY, Family.TENANTS)))
        .extracting(TableDefinition::name)
        .containsExactlyInAnyOrder("history", "conversations", "tenants");
    assertThat(SinkPipeline.relays(Set.of(Family.DEVICES, Family.HISTORY, Family.TENANTS)))
        .isEmpty();
    assertThat(SinkPipeline.relays(Set.of(Family.INBOX)))
        .extracting(relay -> relay.table().name())
        .containsExactly("inbox");
  }
}
