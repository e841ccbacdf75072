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
import java.util.Set;
import java.util.function.Supplier;

/** A part of the flow in which something may be left. */
public sealed interface DrainStage {

  String name();

  /**
   * Consumes its topics.
   *
   * @param group whose committed offsets say what it has finished
   * @param topics their names in the cluster
   * @param feedsItself it may append to its own topics, as it does with an event that is done in
   *     slices
   */
  record Consuming(String name, String group, List<String> topics, boolean feedsItself)
      implements DrainStage {

    public Consuming {
      topics = List.copyOf(topics);
    }
  }

  /**
   * Facts that wait: each key of its topics until its newest record is a tombstone.
   *
   * @param topics their names in the cluster
   */
  record Waiting(String name, List<String> topics) implements DrainStage {

    public Waiting {
      topics = List.copyOf(topics);
    }
  }

  /** Takes facts from elsewhere, such as streams of tables. */
  record Relaying(String name, Supplier<Map<String, Long>> backlog) implements DrainStage {}

  /**
   * The stages in the order of the flow. What the processors consume are as many stages as topics,
   * because one may feed another behind it. Waits come behind the processors, which begin and end
   * them, and before the sink, which has to store what comes of them.
   *
   * @param relay what the relay from tables' streams has not dealt with
   */
  static List<DrainStage> inFlowOrder(KafkaClients clients, Supplier<Map<String, Long>> relay) {
    TopicNaming naming = clients.topics();
    List<DrainStage> stages = new ArrayList<>();
    stages.add(new Relaying("relay", relay));
    for (Topic<?, ?> topic : Topics.of(clients.families())) {
      if (topic.kind() == TopicKind.FACTS || topic.kind() == TopicKind.EXPIRIES) {
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

  private static List<Topic<?, ?>> waits(Set<Family> families) {
    return Topics.of(families).stream().filter(topic -> topic.kind() == TopicKind.WAITS).toList();
  }

  private static List<String> names(TopicNaming naming, Collection<? extends Topic<?, ?>> topics) {
    return topics.stream().map(naming::of).toList();
  }
}
