package io.tributary.operations.drain;

import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.TopicKind;
import io.tributary.schemas.topic.TopicNaming;
import io.tributary.schemas.topic.Topics;
import io.tributary.sink.SinkPipeline;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** A part of the flow in which something may be left. */
public sealed interface DrainStage {

  String name();

  /**
   * A consumer of topics in the cluster.
   *
   * @param feedsItself true if it may append to its own topics
   */
  record Consuming(String name, String group, List<String> topics, boolean feedsItself)
      implements DrainStage {

    public Consuming {
      topics = List.copyOf(topics);
    }
  }

  /** Facts that wait: keys of topics whose newest record is no tombstone. */
  record Waiting(String name, List<String> topics) implements DrainStage {

    public Waiting {
      topics = List.copyOf(topics);
    }
  }

  /** Takes facts from elsewhere, such as streams of tables. */
  record Relaying(String name, Supplier<Map<String, Long>> backlog) implements DrainStage {}

  /**
   * The stages in the order of the flow. Each topic of facts is a stage of its own, because one may
   * feed another. Waits are between processors and sink.
   *
   * @param relay changes that are not relayed, by table
   */
  static List<DrainStage> inFlowOrder(KafkaClients clients, Supplier<Map<String, Long>> relay) {
    TopicNaming naming = clients.topics();
    List<DrainStage> stages = new ArrayList<>();
    stages.add(new Relaying("relay", relay));
    for (Topic<?, ?> topic : Topics.of(clients.families())) {
      if (topic.kind().isFact()) {
        boolean feedsItself = Topics.feedingThemselves().contains(topic);
        stages.add(
            new Consuming(
                "processors",
                clients.group("processors"),
                names(naming, List.of(topic)),
                feedsItself));
      }
    }
    stages.add(new Waiting("waits", names(naming, waits(clients.families()))));
    stages.add(
        new Consuming(
            "sink",
            clients.group("sink"),
            names(naming, SinkPipeline.topics(clients.families())),
            false));
    return List.copyOf(stages);
  }

  /** The group that consumes a topic in the cluster; empty for one that services only look up. */
  static Optional<String> groupOf(KafkaClients clients, String topic) {
    return inFlowOrder(clients, Map::of).stream()
        .filter(Consuming.class::isInstance)
        .map(Consuming.class::cast)
        .filter(stage -> stage.topics().contains(topic))
        .map(Consuming::group)
        .findFirst();
  }

  private static List<Topic<?, ?>> waits(Set<Family> families) {
    return Topics.of(families).stream().filter(topic -> topic.kind() == TopicKind.WAITS).toList();
  }

  private static List<String> names(TopicNaming naming, Collection<? extends Topic<?, ?>> topics) {
    return topics.stream().map(naming::of).toList();
  }
}
