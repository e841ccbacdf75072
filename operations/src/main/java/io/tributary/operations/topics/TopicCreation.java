package io.tributary.operations.topics;

import io.tributary.gateway.GatewayFamilies;
import io.tributary.operations.kafka.Cluster;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.kafka.topic.FoundTopics;
import io.tributary.runtime.kafka.topic.TopicIds;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.TopicNaming;
import java.util.List;
import java.util.OptionalInt;

/**
 * Creation of the catalogue's missing topics.
 *
 * @param created names
 * @param warnings topics that have lost records, with their remedies
 */
public record TopicCreation(List<String> created, List<String> warnings) {

  public TopicCreation {
    created = List.copyOf(created);
    warnings = List.copyOf(warnings);
  }

  /** Creates them, and writes down their ids; each partition is served when it returns. */
  public static TopicCreation run(Cluster cluster, Settings settings, RuntimeContext runtime) {
    return run(cluster, GatewayFamilies.topics(settings), OptionalInt.empty(), runtime);
  }

  /**
   * The same with some topics.
   *
   * @param partitions of record topics if none exists
   */
  public static TopicCreation run(
      Cluster cluster, List<Topic<?, ?>> topics, OptionalInt partitions, RuntimeContext runtime) {
    List<String> created = cluster.topics().create(topics, partitions);
    TopicNaming naming = cluster.clients().topics();
    if (created.isEmpty()) {
      return new TopicCreation(created, List.of());
    }
    try (TopicIds ids = new TopicIds(cluster.clients())) {
      FoundTopics found =
          FoundTopics.of(cluster.admin(), naming, topics.stream().map(naming::of).toList());
      List<TopicIds.Loss> losses = TopicLoss.forgotten(cluster, ids, found);
      return new TopicCreation(
          created,
          TopicLoss.of(topics, naming, losses.isEmpty() ? ids.meet(found, runtime) : losses)
              .stream()
              .map(loss -> loss + "; " + loss.remedy())
              .toList());
    }
  }
}
