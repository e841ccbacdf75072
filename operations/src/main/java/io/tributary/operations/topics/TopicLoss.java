package io.tributary.operations.topics;

import io.tributary.operations.kafka.Cluster;
import io.tributary.processors.ProcessorsPipeline;
import io.tributary.runtime.kafka.topic.FoundTopics;
import io.tributary.runtime.kafka.topic.TopicIds;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.TopicKind;
import io.tributary.schemas.topic.TopicNaming;
import io.tributary.schemas.topic.Topics;
import io.tributary.sink.SinkPipeline;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.Uuid;

/**
 * The loss of a topic's records: the topic was deleted and made anew, or others are known by it,
 * and it was cut.
 */
public record TopicLoss(Topic<?, ?> topic, TopicIds.Loss loss) {

  private static final String REBUILD =
      "rebuild from facts: `tributary replay run --from facts`, end processors and sinks,"
          + " `tributary replay promote`, start all services again; or ";

  /** The losses of some topics; first of those that others are known by. */
  public static List<TopicLoss> of(
      Collection<? extends Topic<?, ?>> topics, TopicNaming naming, List<TopicIds.Loss> losses) {
    return losses.stream()
        .flatMap(
            loss ->
                topics.stream()
                    .filter(topic -> naming.of(topic).equals(loss.name()))
                    .map(topic -> new TopicLoss(topic, loss)))
        .sorted(Comparator.comparing(each -> each.topic().family().isPresent()))
        .toList();
  }

  /** The log of generations, if it is lost with all that was known about topics. */
  static List<TopicIds.Loss> forgotten(Cluster cluster, TopicIds ids, FoundTopics found) {
    String log = cluster.clients().topics().of(Topics.GENERATIONS);
    Uuid id = found.ids().get(log);
    return id != null && ids.isBlank() && cluster.topics().hasLaterGenerations()
        ? List.of(TopicIds.Loss.anew(log, Uuid.ZERO_UUID, id))
        : List.of();
  }

  /** Name in the cluster. */
  public String name() {
    return loss.name();
  }

  /** True if the processors' states hold all of its records. */
  public boolean isRestorable() {
    return ProcessorsPipeline.recorded(topic).isPresent();
  }

  /** Commands that put it right once the topic exists. */
  public String remedy() {
    if (isRestorable()) {
      return "end the processors, `tributary topics restore %s`, start them again"
          .formatted(topic.name());
    }
    return (hasItems() ? REBUILD : "")
        + "`tributary topics accept %s%s`: %s"
            .formatted(
                topic.name(), topic.kind() == TopicKind.GENERATIONS ? " --live N" : "", meaning());
  }

  /** Consequences of going on without the records. */
  public String meaning() {
    return switch (topic.kind()) {
      case FACTS, EXPIRIES ->
          "events that were not processed yet are lost; tables stay, and facts alone no longer"
              + " rebuild them";
      case RECORDS ->
          hasItems()
              ? "records that are not stored yet are lost; items stay, and records no longer verify"
                  + " or rebuild them"
              : "messages that subscribers have not read are lost";
      case OUTCOMES -> "nothing is lost";
      case WAITS -> "`drained` and `status` no longer see facts that wait already";
      case POSITIONS -> "the relay starts with the oldest changes that the table's stream keeps";
      case DEAD_LETTERS -> "dead letters are lost, with the events in them";
      case DECISIONS -> "dead letters that were decided count as open, and can be sent again";
      case REDRIVES -> "records that were sent again and are not stored yet are lost";
      case META ->
          "other topics count as they are now, and so do the secrets of the next gateway that"
              + " starts";
      case GENERATIONS -> "the live generation is the one that --live names";
    };
  }

  private boolean hasItems() {
    return topic.kind() == TopicKind.RECORDS
        && SinkPipeline.routes(Set.of(topic.family().orElseThrow())).stream()
            .anyMatch(route -> route.topic().name().equals(topic.name()));
  }

  @Override
  public String toString() {
    return loss.toString();
  }
}
