package io.tributary.schemas.topic;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.schemas.key.devices.ReadingKey;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class TopicsTest {

  @Test
  void shouldNameEveryTopicAfterItsFamily() {
    assertThat(Topics.all()).extracting(Topic::name).doesNotHaveDuplicates();
    assertThat(Topics.all())
        .allSatisfy(
            topic ->
                assertThat(topic.name())
                    .startsWith(topic.family().map(Family::label).orElse("tributary") + "."));
  }

  @Test
  void shouldKeepRecordsLongerThanTheirItems() {
    assertThat(DevicesTopics.READINGS.retention())
        .isEqualTo(new Retention.Limited(Duration.ofDays(90 + 7)));
    assertThat(DevicesTopics.API_KEYS.config()).containsEntry("cleanup.policy", "compact");
  }

  @Test
  void shouldSetKafkasTopicSettings() {
    assertThat(DevicesTopics.BATCHES.config())
        .containsEntry("cleanup.policy", "delete")
        .containsEntry("retention.ms", "2592000000")
        .containsEntry("max.message.bytes", "2097152")
        .containsEntry("message.timestamp.type", "LogAppendTime");
    assertThat(DevicesTopics.DEAD_LETTERS.config())
        .containsEntry("retention.ms", "-1")
        .containsEntry("max.message.bytes", "4194304");
    assertThat(TenantsTopics.DEAD_LETTERS.config())
        .containsEntry("retention.ms", "2592000000")
        .containsEntry("max.message.bytes", "4194304");
    assertThat(TenantsTopics.TENANTS.config())
        .containsEntry("cleanup.policy", "compact")
        .containsEntry("max.compaction.lag.ms", "86400000");
  }

  @Test
  void shouldPutAllReadingsOfADeviceWhereItsBatchesAre() {
    String device = "24:6F:28:AE:52:7C";
    int partition = DevicesTopics.BATCHES.partitionOf(device, 6);

    for (int i = 0; i < 50; i++) {
      assertThat(DevicesTopics.READINGS.partitionOf(new ReadingKey(device, i, "b" + i), 6))
          .isEqualTo(partition);
    }
  }

  @Test
  void shouldFindTopicsByNameAndDeadLettersByFamily() {
    assertThat(Topics.named("devices.readings")).isEqualTo(Optional.of(DevicesTopics.READINGS));
    assertThat(Topics.named("devices.nothing")).isEmpty();
    assertThat(Topics.deadLettersOf(Family.DEVICES)).isSameAs(DevicesTopics.DEAD_LETTERS);
  }

  @Test
  void shouldKeepDecisionsAndRedrivesAsLongAsTheirDeadLetters() {
    for (Family family : Family.values()) {
      assertThat(Topics.decisionsOf(family).retention())
          .isEqualTo(Topics.deadLettersOf(family).retention());
      assertThat(Topics.redrivesOf(family).retention())
          .isEqualTo(Topics.deadLettersOf(family).retention());
      assertThat(Topics.redrivesOf(family).config()).containsEntry("max.message.bytes", "4194304");
    }
  }

  @Test
  void shouldGiveTopicsOfSomeFamiliesWithThoseOfNone() {
    assertThat(Topics.of(Set.of(Family.HISTORY)))
        .extracting(Topic::name)
        .containsExactly(
            "tributary.meta",
            "tributary.generations",
            "history.events",
            "history.messages",
            "history.threads",
            "history.feedback",
            "history.waits",
            "history.dead-letters",
            "history.dead-letter-decisions",
            "history.redrives");
    assertThat(Topics.of(EnumSet.allOf(Family.class))).isEqualTo(Topics.all());
  }

  @Test
  void shouldPutThePrefixBeforeTheName() {
    assertThat(new TopicNaming("blue.").of(DevicesTopics.READINGS))
        .isEqualTo("blue.devices.readings");
  }

  @Test
  void shouldNameTopicsOfALaterGenerationApart() {
    TopicNaming second = new TopicNaming("blue.", 2, 3);

    assertThat(second.of(DevicesTopics.READINGS)).isEqualTo("blue.g2.devices.readings");
    assertThat(second.of(Topics.deadLettersOf(Family.INBOX)))
        .isEqualTo("blue.g2.inbox.dead-letters");
    assertThat(second.of(DevicesTopics.BATCHES)).isEqualTo("blue.devices.batches");
    assertThat(second.of(Topics.GENERATIONS)).isEqualTo("blue.tributary.generations");
    assertThat(second.ofGeneration("tributary-sink")).isEqualTo("blue.g2.tributary-sink");
  }
}
