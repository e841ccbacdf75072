package io.tributary.cli.drain;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.cli.settings.KnownSettings;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.kafka.client.KafkaClients;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DrainStageTest {

  private static final Settings SETTINGS =
      KnownSettings.reader().read(Map.of("topic.prefix", "x-"), Map.of(), Optional.empty());

  private static List<DrainStage> stages() {
    return stages(SETTINGS);
  }

  private static List<DrainStage> stages(Settings settings) {
    return DrainStage.inFlowOrder(new KafkaClients(settings), Map::of);
  }

  private static String line(DrainStage stage) {
    if (stage instanceof DrainStage.Consuming consuming) {
      return consuming.name() + ' ' + consuming.topics();
    }
    return stage.name()
        + (stage instanceof DrainStage.Waiting waiting ? " " + waiting.topics() : "");
  }

  /** A topic that feeds another one comes before it. */
  @Test
  void shouldFollowTheFlow() {
    assertThat(stages().stream().limit(stages().size() - 1))
        .extracting(DrainStageTest::line)
        .containsExactly(
            "relay",
            "processors [x-devices.batches]",
            "processors [x-devices.batch-claims]",
            "processors [x-devices.device-commands]",
            "processors [x-devices.api-key-commands]",
            "processors [x-devices.api-key-uses]",
            "processors [x-history.events]",
            "processors [x-inbox.settings-commands]",
            "processors [x-inbox.publish-commands]",
            "processors [x-inbox.publishes]",
            "processors [x-inbox.expiries]",
            "processors [x-inbox.events]",
            "processors [x-tenants.commands]",
            "processors [x-tenants.webhooks]",
            "processors [x-tenants.conversation-events]",
            "processors [x-outreach.events]",
            "waits [x-history.waits, x-inbox.waits]");
    assertThat(stages().get(stages().size() - 1))
        .isInstanceOfSatisfying(
            DrainStage.Consuming.class,
            sink -> {
              assertThat(sink.name()).isEqualTo("sink");
              assertThat(sink.topics())
                  .contains("x-devices.readings", "x-history.messages", "x-tenants.conversations")
                  .contains("x-outreach.conversations")
                  .doesNotContain("x-tenants.messages", "x-outreach.replies");
            });
  }

  @Test
  void shouldKnowWhatFeedsItself() {
    assertThat(stages())
        .filteredOn(
            stage -> stage instanceof DrainStage.Consuming consuming && consuming.feedsItself())
        .extracting(DrainStageTest::line)
        .containsExactly("processors [x-inbox.events]");
  }
}
