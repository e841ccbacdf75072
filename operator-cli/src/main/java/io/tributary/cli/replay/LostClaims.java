package io.tributary.cli.replay;

import io.tributary.cli.kafka.Cluster;
import io.tributary.cli.kafka.TopicScan;
import io.tributary.schemas.deadletter.DeadLetter;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.schemas.deadletter.Origin;
import io.tributary.schemas.header.RecordHeader;
import io.tributary.schemas.topic.DevicesTopics;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.Topics;
import io.tributary.sink.ReplayPipeline;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Readings whose batch id another device had claimed first. Which one was first, the topic does not
 * say, whose partitions have no order among each other; the dead letters do, unless they have been
 * sent back since and did not fail again.
 */
public final class LostClaims {

  private LostClaims() {}

  /** Where they stand, if readings are among what goes to those tables. */
  public static Set<Origin> in(Cluster cluster, Set<String> tables) {
    Set<Family> families = cluster.clients().families();
    if (!ReplayPipeline.topics(families, tables).contains(DevicesTopics.READINGS)) {
      return Set.of();
    }
    // by its last try: a letter carries which one it was, a redrive how many there were before it
    Map<Origin, Integer> failed = new HashMap<>();
    Map<Origin, Integer> sentBack = new HashMap<>();
    String letters = cluster.clients().topics().of(Topics.deadLettersOf(Family.DEVICES));
    String redrives = cluster.clients().topics().of(Topics.redrivesOf(Family.DEVICES));
    try (TopicScan scan = TopicScan.of(cluster, List.of(letters, redrives))) {
      scan.each(
          record -> {
            if (record.topic().equals(redrives)) {
              note(sentBack, record);
            } else if (isReused(record)) {
              note(failed, record);
            }
          });
    }
    failed.entrySet().removeIf(last -> last.getValue() <= sentBack.getOrDefault(last.getKey(), 0));
    return failed.keySet();
  }

  private static boolean isReused(ConsumerRecord<byte[], byte[]> letter) {
    return RecordHeader.CODE
        .get(letter.headers())
        .equals(Optional.of(FailureCode.BATCH_ID_REUSED.name()));
  }

  private static void note(Map<Origin, Integer> tries, ConsumerRecord<byte[], byte[]> record) {
    int attempts = DeadLetter.attempts(record.headers());
    RecordHeader.ORIGIN
        .get(record.headers())
        .flatMap(Origin::parse)
        .ifPresent(origin -> tries.merge(origin, attempts, Math::max));
  }
}
