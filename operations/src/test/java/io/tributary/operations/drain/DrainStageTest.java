package io.tributary.operations.drain;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.runtime.config.Settings;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.schemas.topic.TopicKind;
import io.tributary.schemas.topic.Topics;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DrainStageTest {

  private static final Settings SETTINGS = Settings.of(Map.of("topic.prefix", "x-"));

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
    List<String> read =
        Topics.all().stream()
            .filter(topic -> topic.kind() == TopicKind.FACTS || topic.kind() == TopicKind.EXPIRIES)
            .map(topic -> "processors [x-" + topic.name() + ']')
            .toList();
    assertThat(stages().stream().limit(stages().size() - 1))
        .extracting(DrainStageTest::line)
        .startsWith("relay")
        .containsAll(read)
        .hasSize(1 + read.size() + 1)
        .endsWith("waits [x-history.waits, x-inbox.waits]")
        .containsSubsequence(
            "processors [x-devices.batches]", "processors [x-devices.batch-claims]")
        .containsSubsequence(
            "processors [x-inbox.publish-commands]",
            "processors [x-inbox.publishes]",
            "processors [x-inbox.expiries]",
            "processors [x-inbox.events]")
        .containsSubsequence(
            "processors [x-tenants.contacts]",
            "processors [x-tenants.webhooks]",
            "processors [x-tenants.conversation-events]");
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
  void shouldKnowTopicsThatFeedThemselves() {
    assertThat(stages())
        .filteredOn(
            stage -> stage instanceof DrainStage.Consuming consuming && consuming.feedsItself())
        .extracting(DrainStageTest::line)
        .containsExactly(
            "processors [x-inbox.events]",
            "processors [x-tenants.conversation-events]",
            "processors [x-outreach.events]");
  }
}
