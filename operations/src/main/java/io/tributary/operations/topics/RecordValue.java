package io.tributary.operations.topics;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.operations.OperationException;
import io.tributary.operations.kafka.Cluster;
import io.tributary.operations.kafka.RecordFinder;
import io.tributary.operations.kafka.RecordHead;
import io.tributary.runtime.kafka.format.PipelineFormat;
import io.tributary.schemas.deadletter.Origin;
import io.tributary.schemas.topic.Topics;
import java.util.Optional;

/**
 * A record's value.
 *
 * @param bytes size in the topic
 */
public record RecordValue(int bytes, JsonNode json) {

  /** The value at a place; {@link OperationException} outside of the pipeline's topics. */
  public static RecordValue at(Cluster cluster, Origin place) {
    try (RecordFinder finder = RecordFinder.open(cluster.clients());
        PipelineFormat format = PipelineFormat.of(cluster.clients())) {
      boolean own =
          Topics.of(cluster.clients().families()).stream()
              .map(cluster.clients().topics()::of)
              .anyMatch(place.topic()::equals);
      return Optional.of(place)
          .filter(known -> own)
          .flatMap(at -> finder.find(at.topic(), at.partition(), at.offset()))
          .map(
              record ->
                  new RecordValue(
                      RecordHead.size(record), new RecordJson(format).value(record.value())))
          .orElseThrow(() -> OperationException.failed("there is no record " + place));
    }
  }
}
