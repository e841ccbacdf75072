package io.tributary.processors;

import static io.tributary.processors.DrivenTopology.START;
import static io.tributary.processors.Events.DOWN;
import static io.tributary.processors.Events.THREAD;
import static io.tributary.processors.Events.event;
import static io.tributary.processors.Events.feedback;
import static io.tributary.processors.Events.question;
import static io.tributary.schemas.topic.HistoryTopics.EVENTS;
import static io.tributary.schemas.topic.HistoryTopics.MESSAGES;
import static io.tributary.schemas.topic.HistoryTopics.WAITS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.avro.inbox.InboxPublish;
import io.tributary.processors.fact.GenerationHandover;
import io.tributary.schemas.key.inbox.InboxPublishKey;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.InboxTopics;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** What a generation of processors appends to facts, and what it leaves to the one before. */
final class GenerationHandoverTest {

  private static final Duration WAIT = Duration.ofMinutes(10).plusSeconds(10);

  @Test
  void shouldAppendNoFactsAsLongAsItFollows() {
    try (DrivenTopology topology =
        new DrivenTopology(DrivenTopology.FOLLOWING, Family.HISTORY, Family.INBOX)) {
      publish(topology, Publishes.ID);
      topology.send(EVENTS, THREAD, event("e1", START, question("m1", START.toEpochMilli())));
      topology.send(EVENTS, THREAD, event("e2", START, feedback("late", DOWN)));
      topology.advance(WAIT);

      assertThat(topology.records(InboxTopics.EVENTS)).isEmpty();
      assertThat(topology.records(EVENTS)).isEmpty();
      assertThat(topology.values(MESSAGES)).hasSize(1);
      assertThat(topology.records(WAITS)).hasSize(1);
    }
  }

  @Test
  void shouldAppendFactsOnlyOncePerGeneration() {
    GenerationHandover second =
        new GenerationHandover(
            Optional.empty(),
            () -> Map.of(new TopicPartition("inbox.publishes", 0), 1L),
            () -> true);
    try (DrivenTopology topology = new DrivenTopology(second, Family.HISTORY, Family.INBOX)) {
      publish(topology, Publishes.ID);
      assertThat(topology.records(InboxTopics.EVENTS)).isEmpty();
      publish(topology, Publishes.OTHER_ID);
      assertThat(topology.records(InboxTopics.EVENTS)).hasSize(1);
      topology.send(EVENTS, THREAD, event("e2", START, feedback("late", DOWN)));
      topology.advance(WAIT);

      assertThat(topology.records(EVENTS)).as("ticks").hasSize(1);
    }
  }

  @Test
  void shouldBeginWithNothingOnceAnotherTakesOver() {
    GenerationHandover over =
        new GenerationHandover(DrivenTopology.FOLLOWING.leader(), Map::of, () -> false);

    assertThatThrownBy(() -> new DrivenTopology(over, Family.HISTORY, Family.INBOX).close())
        .hasRootCauseMessage("another generation is live");
  }

  private static void publish(DrivenTopology topology, String id) {
    InboxPublish publish = Publishes.publish(START, Publishes.toUsers(START, "ann"));
    publish.setId(id);
    topology.send(InboxTopics.PUBLISHES, new InboxPublishKey("acme", "DEFAULT", id), publish);
  }
}
