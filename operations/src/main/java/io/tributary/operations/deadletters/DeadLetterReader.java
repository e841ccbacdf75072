package io.tributary.operations.deadletters;

import io.tributary.avro.envelope.DeadLetterFate;
import io.tributary.avro.envelope.FateKind;
import io.tributary.operations.kafka.Cluster;
import io.tributary.operations.kafka.RecordFinder;
import io.tributary.operations.kafka.TopicScan;
import io.tributary.schemas.format.UndecodableException;
import io.tributary.schemas.format.ValueFormat;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** The dead letters of a cluster, and what has been decided about them. */
record DeadLetterReader(Cluster cluster, ValueFormat format, RecordFinder finder) {

  /** What takes the letters. */
  interface Visitor {

    /** The next letter that is meant. */
    void letter(DeadLetterRecord letter);

    /** A letter that is named is not there. */
    default void missing(DeadLetterId id) {}

    /** So many offsets will be gone through. */
    default void begin(long offsets) {}

    /** So many of them have been, whether their letters were meant or not. */
    default void passed(long offsets) {}

    /** True when it wants no more. */
    default boolean enough() {
      return false;
    }
  }

  Optional<DeadLetterRecord> find(DeadLetterId id) {
    return finder
        .find(topic(id.family()), id.partition(), id.offset())
        .map(record -> DeadLetterRecord.of(id.family(), record));
  }

  /** The decisions about letters of a family, by the letters' ids. */
  Map<String, DeadLetterFate> fates(Family family) {
    String topic = cluster.clients().topics().of(Topics.fatesOf(family));
    Map<String, DeadLetterFate> fates = new HashMap<>();
    try (TopicScan scan = TopicScan.of(cluster, List.of(topic))) {
      scan.each(
          record -> {
            if (record.key() != null && record.value() != null) {
              String letter = new String(record.key(), StandardCharsets.UTF_8);
              fates.putIfAbsent(letter, fate(letter, record));
            }
          });
    }
    return fates;
  }

  /** What cannot be read is a fate all the same: nothing is sent twice because of it. */
  private DeadLetterFate fate(String letter, ConsumerRecord<byte[], byte[]> record) {
    try {
      return format.decode(DeadLetterFate.class, record.value());
    } catch (UndecodableException e) {
      return DeadLetterFate.newBuilder()
          .setLetter(letter)
          .setFate(FateKind.unknown)
          .setDecidedAtMs(record.timestamp())
          .build();
    }
  }

  /** Shows those of a family that are meant, of each partition in their order. */
  void each(Family family, DeadLetterFilter filter, Visitor visitor) {
    if (!filter.ids().isEmpty()) {
      List<DeadLetterId> ids = filter.idsOf(family);
      visitor.begin(ids.size());
      for (DeadLetterId id : ids) {
        if (!visitor.enough()) {
          find(id)
              .ifPresentOrElse(
                  letter -> {
                    if (filter.matches(letter)) {
                      visitor.letter(letter);
                    }
                  },
                  () -> visitor.missing(id));
        }
      }
      return;
    }
    try (TopicScan scan = TopicScan.of(cluster, List.of(topic(family)))) {
      filter.since().ifPresent(scan::since);
      visitor.begin(scan.offsets());
      scan.each(new Filtering(family, filter, visitor));
    }
  }

  private String topic(Family family) {
    return cluster.clients().topics().of(Topics.deadLettersOf(family));
  }

  /** Records on their way to the visitor. */
  private record Filtering(Family family, DeadLetterFilter filter, Visitor visitor)
      implements TopicScan.Visitor {

    @Override
    public void record(ConsumerRecord<byte[], byte[]> record) {
      DeadLetterRecord letter = DeadLetterRecord.of(family, record);
      if (filter.matches(letter)) {
        visitor.letter(letter);
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
