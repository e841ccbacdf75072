package io.tributary.sink.relay;

import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.metrics.Meters;
import io.tributary.runtime.version.ServiceEnvelope;
import io.tributary.schemas.format.ValueFormat;
import io.tributary.schemas.header.FactHeaders;
import io.tributary.schemas.key.KeyFormatException;
import io.tributary.schemas.topic.TopicNaming;
import io.tributary.sink.metrics.SinkMeter;
import io.tributary.sink.route.RelayRoute;
import io.tributary.sink.route.RelayRoute.Expiry;
import io.tributary.sink.stream.StreamChange;
import java.util.Locale;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Facts of removals; other stream records are counted and skipped. */
final class ExpiryRecords<K, V extends SpecificRecordBase> {

  private final RelayRoute<K, V> route;
  private final ValueFormat format;
  private final TopicNaming topics;
  private final RuntimeContext runtime;
  private final Meters meters;

  ExpiryRecords(
      RelayRoute<K, V> route,
      ValueFormat format,
      TopicNaming topics,
      RuntimeContext runtime,
      Meters meters) {
    this.route = route;
    this.format = format;
    this.topics = topics;
    this.runtime = runtime;
    this.meters = meters;
  }

  /** The fact; the same change always has the same {@code fact_id}. */
  Optional<ProducerRecord<byte[], byte[]>> of(StreamChange change) {
    if (change.kind() != StreamChange.Kind.EXPIRED) {
      return skipped(change.kind().name().toLowerCase(Locale.ROOT));
    }
    FactEnvelope envelope =
        ServiceEnvelope.SINK.of(change.eventId(), change.eventId(), runtime.nowMillis());
    try {
      Expiry<K, V> expiry = route.mapper().map(change.key(), envelope);
      meters.counter(SinkMeter.STREAM_RECORDS, "relayed").increment();
      return Optional.of(record(expiry, envelope));
    } catch (KeyFormatException e) {
      return skipped("unknown");
    }
  }

  private Optional<ProducerRecord<byte[], byte[]>> skipped(String outcome) {
    meters.counter(SinkMeter.STREAM_RECORDS, outcome).increment();
    return Optional.empty();
  }

  private ProducerRecord<byte[], byte[]> record(Expiry<K, V> expiry, FactEnvelope envelope) {
    return new ProducerRecord<>(
        topics.of(route.topic()),
        route.topic().partitionOf(expiry.key(), topics.partitions(route.topic())),
        route.topic().keyBytes(expiry.key()),
        format.encode(expiry.fact()),
        FactHeaders.of(envelope));
  }
}
