package io.tributary.cli.replay;

import io.tributary.cli.kafka.Cluster;
import io.tributary.cli.kafka.TopicScan;
import io.tributary.schemas.deadletter.Attempt;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.schemas.header.RecordHeader;
import io.tributary.schemas.topic.DevicesTopics;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.Topics;
import io.tributary.sink.ReplayPipeline;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Attempts at readings whose batch id another device had claimed first. Which one was first, the
 * topic does not say, whose partitions have no order among each other; the dead letters do. A
 * redrive is an attempt of its own.
 */
public final class LostClaims {

  private LostClaims() {}

  /** All of them, if readings are among what goes to those tables. */
  public static Set<Attempt> in(Cluster cluster, Set<String> tables) {
    Set<Family> families = cluster.clients().families();
    if (!ReplayPipeline.topics(families, tables).contains(DevicesTopics.READINGS)) {
      return Set.of();
    }
    Set<Attempt> lost = new HashSet<>();
    String letters = cluster.clients().topics().of(Topics.deadLettersOf(Family.DEVICES));
    try (TopicScan scan = TopicScan.of(cluster, List.of(letters))) {
      scan.each(
          letter -> {
            if (isReused(letter)) {
              Attempt.failed(letter.headers()).ifPresent(lost::add);
            }
          });
    }
    return lost;
  }

  private static boolean isReused(ConsumerRecord<byte[], byte[]> letter) {
    return RecordHeader.CODE
        .get(letter.headers())
        .equals(Optional.of(FailureCode.BATCH_ID_REUSED.name()));
  }
}
