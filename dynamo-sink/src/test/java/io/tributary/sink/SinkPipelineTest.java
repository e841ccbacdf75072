package io.tributary.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.config.HostPort;
import io.tributary.runtime.config.Setting;
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
  void shouldHaveTheDocumentedDefaults() {
    Settings settings = Settings.of(Map.of());

    assertThat(settings.get(SinkSettings.LISTEN)).isEqualTo(new HostPort("127.0.0.1", 8082));
    assertThat(settings.find(SinkSettings.DYNAMODB_ENDPOINT)).isEmpty();
    assertThat(settings.get(SinkSettings.DYNAMODB_REGION)).isEqualTo("us-east-1");
    assertThat(settings.get(SinkSettings.TABLE_PREFIX)).isEmpty();
    assertThat(settings.get(SinkSettings.WRITERS)).isEqualTo(16);
    assertThat(settings.get(SinkSettings.TRANSACTION_WRITES)).isEqualTo(25);
    assertThat(settings.get(SinkSettings.INFLIGHT_RECORDS)).isEqualTo(1024);
    assertThat(settings.get(SinkSettings.INFLIGHT_BYTES)).isEqualTo(67_108_864L);
    assertThat(settings.get(SinkSettings.COMMIT_INTERVAL)).isEqualTo(Duration.ofMillis(200));
    assertThat(settings.get(SinkSettings.COUNTERS_LINGER)).isEqualTo(Duration.ofMillis(500));
    assertThat(SinkSettings.ALL).extracting(Setting::key).doesNotHaveDuplicates().hasSize(10);
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
