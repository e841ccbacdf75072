package io.tributary.operations.deadletters;

import io.tributary.avro.envelope.DecisionKind;
import io.tributary.operations.OperationException;
import io.tributary.operations.deadletters.BulkDecision.Decision;
import io.tributary.operations.kafka.RecordFinder;
import io.tributary.schemas.deadletter.Origin;
import io.tributary.schemas.deadletter.Stage;
import io.tributary.schemas.header.RecordHeader;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.TopicKind;
import io.tributary.schemas.topic.TopicNaming;
import io.tributary.schemas.topic.Topics;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * Sends dead letters back: those of processors to their facts, those of the sink to the redrives of
 * the family, which the sink alone reads. In its own topic a record would follow newer ones of its
 * key, and subscribers would see it twice.
 *
 * <p>The live generation processes all facts, so only its own dead letters go back to them.
 */
final class Redriving {

  /** Bytes of a batch of one record beside key, value and headers. */
  private static final int OVERHEAD = 1024;

  private final TopicNaming naming;
  private final RecordFinder finder;
  private final IntSupplier live;
  private final Map<String, Integer> partitions = new HashMap<>();

  Redriving(TopicNaming naming, RecordFinder finder, IntSupplier live) {
    this.naming = naming;
    this.finder = finder;
    this.live = live;
  }

  Decision again(DeadLetterRecord deadLetter) {
    return decision(deadLetter, DecisionKind.redriven, Optional.empty());
  }

  /** The same with another value. */
  Decision redecided(DeadLetterRecord deadLetter, byte[] value) {
    return decision(deadLetter, DecisionKind.redriven, Optional.of(value));
  }

  Decision edited(DeadLetterRecord deadLetter, byte[] value) {
    return decision(deadLetter, DecisionKind.edited, Optional.of(value));
  }

  /** Topic of the catalogue in which the record failed. */
  Optional<Topic<?, ?>> home(DeadLetterRecord deadLetter) {
    return deadLetter
        .origin()
        .flatMap(
            origin ->
                Topics.all().stream()
                    .filter(topic -> topic.family().equals(Optional.of(deadLetter.id().family())))
                    .filter(topic -> naming.of(topic).equals(origin.topic()))
                    .findFirst());
  }

  private Decision decision(
      DeadLetterRecord deadLetter, DecisionKind kind, Optional<byte[]> value) {
    Topic<?, ?> target =
        home(deadLetter)
            .flatMap(home -> target(home, deadLetter.stage()))
            .orElseThrow(() -> impossible("its headers name no topic of that stage"));
    if (target.kind() != TopicKind.REDRIVES && live.getAsInt() != naming.generation()) {
      throw impossible(notLive(live.getAsInt()));
    }
    Origin origin = deadLetter.origin().orElseThrow();
    String name = naming.of(target);
    int count = partitions.computeIfAbsent(name, finder::partitions);
    boolean redrive = target.kind() == TopicKind.REDRIVES;
    Content content = content(deadLetter, origin, value);
    if (count == 0 || (!redrive && origin.partition() >= count)) {
      throw impossible("the cluster has no partition of " + name + " for it");
    }
    if (content.bytes() > target.maxMessageBytes()) {
      throw impossible("it is larger than a record of " + name + " may be");
    }
    RecordHeader.ATTEMPTS.put(content.headers(), Integer.toString(deadLetter.attempts()));
    if (redrive) {
      RecordHeader.ORIGIN.put(content.headers(), origin.toString());
      RecordHeader.ORIGIN_ID
          .get(deadLetter.record().headers())
          .ifPresent(id -> RecordHeader.ORIGIN_ID.put(content.headers(), id));
    }
    int partition = origin.partition() % count;
    return new Decision(
        deadLetter,
        kind,
        Optional.of(
            new ProducerRecord<>(
                name, partition, content.key(), content.value(), content.headers())));
  }

  private static OperationException impossible(String reason) {
    return OperationException.failed(reason);
  }

  private String notLive(int other) {
    return "generation %d is live and would process the fact a second time; ".formatted(other)
        + (naming.generation() > other
            ? "make generation " + naming.generation() + " live first: `replay promote`"
            : "work on its dead letters");
  }

  private static Optional<Topic<?, ?>> target(Topic<?, ?> home, String stage) {
    boolean stored = Stage.SINK_DECODE.label().equals(stage) || Stage.STORE.label().equals(stage);
    boolean processed = Stage.DECODE.label().equals(stage) || Stage.PROCESS.label().equals(stage);
    return switch (home.kind()) {
      case FACTS, EXPIRIES -> processed ? Optional.of(home) : Optional.empty();
      case RECORDS -> stored ? home.family().map(Topics::redrivesOf) : Optional.empty();
      default -> Optional.empty();
    };
  }

  @SuppressWarnings("ArrayRecordComponent") // Kafka's own byte arrays, never compared
  private record Content(byte @Nullable [] key, byte @Nullable [] value, Headers headers) {

    int bytes() {
      int size = OVERHEAD + length(key) + length(value);
      for (Header header : headers) {
        size += 2 * header.key().length() + length(header.value()) + OVERHEAD / 64;
      }
      return size;
    }

    private static int length(byte @Nullable [] part) {
      return part == null ? 0 : part.length;
    }
  }

  private Content content(DeadLetterRecord deadLetter, Origin origin, Optional<byte[]> value) {
    ConsumerRecord<byte[], byte[]> own = deadLetter.record();
    if (deadLetter.isIncomplete() && (value.isEmpty() || own.key() == null)) {
      own =
          finder
              .find(origin.topic(), origin.partition(), origin.offset())
              .orElseThrow(
                  () ->
                      impossible(
                          "it was too large to repeat in full, and its origin is there no more"));
    }
    return new Content(own.key(), value.orElse(own.value()), headers(own));
  }

  /** Headers of the original record. */
  private static Headers headers(ConsumerRecord<byte[], byte[]> record) {
    Headers headers = new RecordHeaders();
    record.headers().forEach(headers::add);
    for (RecordHeader own :
        new RecordHeader[] {
          RecordHeader.STAGE,
          RecordHeader.CODE,
          RecordHeader.REASON,
          RecordHeader.ORIGIN,
          RecordHeader.ORIGIN_ID
        }) {
      headers.remove(own.key());
    }
    return headers;
  }
}
