package io.tributary.cli.replay;

import io.tributary.cli.kafka.Cluster;
import io.tributary.cli.kafka.TopicScan;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.schemas.deadletter.Origin;
import io.tributary.schemas.header.RecordHeader;
import io.tributary.schemas.topic.DevicesTopics;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.Topics;
import io.tributary.sink.ReplayPipeline;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Readings whose batch id another device had claimed first. Which one was first, the topic does not
 * say, whose partitions have no order among each other; the dead letters do.
 */
public final class LostClaims {

  private LostClaims() {}

  /** Where they stand, if readings are among what goes to those tables. */
  public static Set<Origin> in(Cluster cluster, Set<String> tables) {
    Set<Family> families = cluster.clients().families();
    if (!ReplayPipeline.topics(families, tables).contains(DevicesTopics.READINGS)) {
      return Set.of();
    }
    Set<Origin> found = new HashSet<>();
    String letters = cluster.clients().topics().of(Topics.deadLettersOf(Family.DEVICES));
    try (TopicScan scan = TopicScan.of(cluster, List.of(letters))) {
      scan.each(
          letter -> {
            Optional<String> code = RecordHeader.CODE.get(letter.headers());
            if (code.equals(Optional.of(FailureCode.BATCH_ID_REUSED.name()))) {
              RecordHeader.ORIGIN
                  .get(letter.headers())
                  .flatMap(Origin::parse)
                  .ifPresent(found::add);
            }
          });
    }
    return found;
  }
}
