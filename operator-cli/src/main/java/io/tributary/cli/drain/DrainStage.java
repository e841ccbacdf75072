package io.tributary.cli.drain;

import io.tributary.runtime.kafka.KafkaClients;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.TopicKind;
import io.tributary.schemas.topic.TopicNaming;
import io.tributary.schemas.topic.Topics;
import io.tributary.sink.SinkPipeline;
import java.util.Collection;
import java.util.List;

/** A part of the flow in which something may be left. */
public sealed interface DrainStage {

  /** What operators call it. */
  String name();

  /** Its topics' names in the cluster. */
  List<String> topics();

  /**
   * Consumes its topics.
   *
   * @param group whose committed offsets say what it has finished
   */
  record Consuming(String name, String group, List<String> topics) implements DrainStage {

    /** Keeps its own copy. */
    public Consuming {
      topics = List.copyOf(topics);
    }
  }

  /** Facts that wait: each key of its topics until its newest record is a tombstone. */
  record Waiting(String name, List<String> topics) implements DrainStage {

    /** Keeps its own copy. */
    public Waiting {
      topics = List.copyOf(topics);
    }
  }

  /**
   * The stages in the order of the flow. Waits come behind the processors, which begin and end
   * them, and before the sink, which has to store what comes of them.
   */
  static List<DrainStage> inFlowOrder(KafkaClients clients) {
    TopicNaming naming = clients.topics();
    return List.of(
        new Consuming("processors", clients.group("processors"), names(naming, TopicKind.FACTS)),
        new Waiting("waits", names(naming, TopicKind.WAITS)),
        new Consuming("sink", clients.group("sink"), names(naming, SinkPipeline.topics())));
  }

  private static List<String> names(TopicNaming naming, TopicKind kind) {
    return names(naming, Topics.all().stream().filter(topic -> topic.kind() == kind).toList());
  }

  private static List<String> names(TopicNaming naming, Collection<? extends Topic<?, ?>> topics) {
    return topics.stream().map(naming::of).toList();
  }
}
