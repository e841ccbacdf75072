package io.tributary.operations.topics;

import io.tributary.gateway.IngestPipeline;
import io.tributary.operations.kafka.Cluster;
import io.tributary.runtime.config.Settings;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.TopicKind;
import io.tributary.schemas.topic.TopicNaming;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Creation of the catalogue's missing topics.
 *
 * @param created names
 * @param warnings meaning of the new topics in a pipeline that has events
 */
public record TopicCreation(List<String> created, List<String> warnings) {

  public TopicCreation {
    created = List.copyOf(created);
    warnings = List.copyOf(warnings);
  }

  /** Creates them; each partition is served when it returns. */
  public static TopicCreation run(Cluster cluster, Settings settings) throws InterruptedException {
    List<Topic<?, ?>> topics = IngestPipeline.topics(settings);
    List<String> created = cluster.topics().create(topics);
    TopicNaming naming = cluster.clients().topics();
    Set<String> older = new HashSet<>(topics.stream().map(naming::of).toList());
    created.forEach(older::remove);
    return created.isEmpty() || older.isEmpty()
        ? new TopicCreation(created, List.of())
        : new TopicCreation(created, warnings(cluster, topics, created, older));
  }

  private static List<String> warnings(
      Cluster cluster, List<Topic<?, ?>> topics, List<String> created, Set<String> older)
      throws InterruptedException {
    Set<String> filled = new HashSet<>();
    cluster
        .queries()
        .ends(cluster.queries().partitions(older))
        .forEach(
            (partition, end) -> {
              if (end > 0) {
                filled.add(partition.topic());
              }
            });
    TopicNaming naming = cluster.clients().topics();
    List<String> warnings = new ArrayList<>();
    for (Topic<?, ?> topic : topics) {
      String name = naming.of(topic);
      boolean hasEvents =
          topics.stream()
              .filter(other -> other.family().equals(topic.family()))
              .anyMatch(other -> filled.contains(naming.of(other)));
      if (created.contains(name) && hasEvents) {
        meaning(topic.kind()).ifPresent(text -> warnings.add(name + " is new and empty" + text));
      }
    }
    return warnings;
  }

  private static Optional<String> meaning(TopicKind kind) {
    String lost = ", though its family has events; if it was lost, ";
    if (kind == TopicKind.RECORDS) {
      return Optional.of(
          lost
              + "its items stay, and `verify` takes them for extra: do not delete them, but rebuild"
              + " from facts: `tributary replay run --from facts`, end processors and sinks,"
              + " `tributary replay promote`, start all services again");
    }
    return kind.isFact()
        ? Optional.of(lost + "events in it that were not processed yet are gone; tables stay")
        : Optional.empty();
  }
}
