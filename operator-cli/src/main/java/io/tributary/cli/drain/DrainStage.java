package io.tributary.cli.drain;

import io.tributary.runtime.kafka.KafkaClients;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.TopicKind;
import io.tributary.schemas.topic.TopicNaming;
import io.tributary.schemas.topic.Topics;
import io.tributary.sink.SinkPipeline;
import java.util.Collection;
import java.util.List;

/**
 * A stage that consumes topics.
 *
 * @param group whose committed offsets say what it has finished
 * @param topics their names in the cluster
 */
public record DrainStage(String name, String group, List<String> topics) {

  /** Keeps its own copy. */
  public DrainStage {
    topics = List.copyOf(topics);
  }

  /** The stages in the order of the flow. */
  public static List<DrainStage> inFlowOrder(KafkaClients clients) {
    TopicNaming naming = clients.topics();
    List<? extends Topic<?, ?>> facts =
        Topics.all().stream().filter(topic -> topic.kind() == TopicKind.FACTS).toList();
    return List.of(
        new DrainStage("processors", clients.group("processors"), names(naming, facts)),
        new DrainStage("sink", clients.group("sink"), names(naming, SinkPipeline.topics())));
  }

  private static List<String> names(TopicNaming naming, Collection<? extends Topic<?, ?>> topics) {
    return topics.stream().map(naming::of).toList();
  }
}
