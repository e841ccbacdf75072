package io.tributary.operations.deadletters;

import io.tributary.avro.envelope.DeadLetterDecision;
import io.tributary.operations.kafka.Cluster;
import io.tributary.operations.kafka.RecordFinder;
import io.tributary.operations.kafka.TopicScan;
import io.tributary.operations.topics.CurrentTopics;
import io.tributary.runtime.kafka.client.LogReader;
import io.tributary.schemas.format.ValueFormat;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.TopicNaming;
import io.tributary.schemas.topic.Topics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** The dead letters of a cluster, and the decisions about them. */
record DeadLetterReader(
    Cluster cluster, ValueFormat format, RecordFinder finder, CurrentTopics current) {

  interface Visitor {

    void deadLetter(DeadLetterRecord deadLetter);

    /** A requested dead letter that does not exist. */
    default void missing(DeadLetterId id) {}

    /** Announces the count of offsets to read. */
    default void begin(long offsets) {}

    /** Reports the count of offsets read so far. */
    default void passed(long offsets) {}

    /** True to stop. */
    default boolean enough() {
      return false;
    }
  }

  Optional<DeadLetterRecord> find(DeadLetterId id) {
    return finder
        .find(topic(id.family()), id.partition(), id.offset())
        .map(record -> DeadLetterRecord.of(id.family(), record));
  }

  /**
   * Decisions about a family's dead letters, by id; {@link
   * io.tributary.operations.OperationException} if one of the topics has lost records.
   */
  Map<DeadLetterId, DeadLetterDecision> decisions(Family family) {
    current.require(List.of(Topics.deadLettersOf(family), Topics.decisionsOf(family)));
    TopicNaming naming = cluster.clients().topics();
    DecisionRecords decisions = new DecisionRecords(current, naming);
    Map<DeadLetterId, DeadLetterDecision> decided = new HashMap<>();
    try (TopicScan scan = TopicScan.open(cluster, List.of(naming.of(Topics.decisionsOf(family))))) {
      scan.each(
          record ->
              decisions
                  .about(family, record)
                  .ifPresent(
                      id -> decided.putIfAbsent(id, DecisionRecords.decode(record, id, format))));
    }
    return decided;
  }

  /** Visits matching dead letters of a family, each partition in order. */
  void each(Family family, DeadLetterFilter filter, Visitor visitor) {
    if (!filter.ids().isEmpty()) {
      List<DeadLetterId> ids = filter.idsOf(family);
      visitor.begin(ids.size());
      for (DeadLetterId id : ids) {
        if (!visitor.enough()) {
          find(id)
              .ifPresentOrElse(
                  deadLetter -> {
                    if (filter.matches(deadLetter)) {
                      visitor.deadLetter(deadLetter);
                    }
                  },
                  () -> visitor.missing(id));
        }
      }
      return;
    }
    try (TopicScan scan = TopicScan.open(cluster, List.of(topic(family)))) {
      filter.since().ifPresent(scan::since);
      visitor.begin(scan.offsets());
      scan.each(new Filtering(family, filter, visitor));
    }
  }

  private String topic(Family family) {
    return cluster.clients().topics().of(Topics.deadLettersOf(family));
  }

  private record Filtering(Family family, DeadLetterFilter filter, Visitor visitor)
      implements LogReader.Visitor {

    @Override
    public void record(ConsumerRecord<byte[], byte[]> record) {
      DeadLetterRecord deadLetter = DeadLetterRecord.of(family, record);
      if (filter.matches(deadLetter)) {
        visitor.deadLetter(deadLetter);
      }
    }

    @Override
    public void passed(long offsets) {
      visitor.passed(offsets);
    }

    @Override
    public boolean enough() {
      return visitor.enough();
    }
  }
}
