package io.tributary.benchmarks.inbox;

import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.avro.inbox.AudienceKind;
import io.tributary.avro.inbox.InboxEvent;
import io.tributary.avro.inbox.InboxPublish;
import io.tributary.avro.inbox.MessageDetails;
import io.tributary.avro.inbox.Publication;
import io.tributary.avro.inbox.ReadMessage;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.metrics.Meters;
import io.tributary.schemas.format.SingleObjectFormat;
import io.tributary.schemas.key.inbox.InboxKey;
import io.tributary.schemas.key.inbox.InboxPublishKey;
import io.tributary.schemas.topic.InboxTopics;
import io.tributary.schemas.topic.Topic;
import io.tributary.sink.metrics.SinkMeter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Processors and sink as they run in the services, fed with what a gateway would append. */
final class PipelineSide implements Side {

  private static final Duration LIFE = Duration.ofDays(30);

  private final Producer<byte[], byte[]> producer;
  private final Stored stored;
  private final Meters meters;
  private final Ambient ambient = Ambient.system();
  private final SingleObjectFormat format = SingleObjectFormat.ofReleases();

  /**
   * A side whose services run.
   *
   * @param meters the sink's
   */
  PipelineSide(Producer<byte[], byte[]> producer, Stored stored, Meters meters) {
    this.producer = producer;
    this.stored = stored;
    this.meters = meters;
  }

  @Override
  public String name() {
    return "pipeline";
  }

  @Override
  public Units run(Load load) throws Exception {
    double before = meters.counter(SinkMeter.WRITE_UNITS).count();
    long begun = ambient.ticker().nanos();
    for (int i = 0; i < load.events(); i++) {
      long due = begun + load.time().toNanos() / load.events() * i;
      while (ambient.ticker().nanos() < due) {
        TimeUnit.MICROSECONDS.sleep(200);
      }
      producer.send(load.read() ? read(load, i) : publish(load, i));
    }
    producer.flush();
    stored.await(load);
    return new Units(
        meters.counter(SinkMeter.WRITE_UNITS).count() - before,
        (ambient.ticker().nanos() - begun) / 1e9);
  }

  private ProducerRecord<byte[], byte[]> publish(Load load, int event) {
    InboxKey inbox = load.inbox(event);
    FactEnvelope envelope = envelope();
    InboxPublish fact =
        InboxPublish.newBuilder()
            .setEnvelope(envelope)
            .setTenantKey(inbox.tenantKey())
            .setInboxKey(inbox.inboxKey())
            .setId(load.message(event))
            .setEvent(
                Publication.newBuilder()
                    .setAudience(AudienceKind.users)
                    .setUids(List.of(inbox.uid()))
                    .setCategory(Load.CATEGORY)
                    .setExpiredatS(envelope.getAcceptedAtMs() / 1000 + LIFE.toSeconds())
                    .setDetails(details())
                    .build())
            .build();
    InboxPublishKey key =
        new InboxPublishKey(inbox.tenantKey(), inbox.inboxKey(), load.message(event));
    return record(InboxTopics.PUBLISHES, key, fact);
  }

  private static MessageDetails details() {
    return MessageDetails.newBuilder()
        .setSender("benchmark")
        .setLabel("one user")
        .setTitle("Invoice ready")
        .setBodyJson("\"Your invoice is available.\"")
        .build();
  }

  private ProducerRecord<byte[], byte[]> read(Load load, int event) {
    InboxKey inbox = load.inbox(event);
    InboxEvent fact =
        InboxEvent.newBuilder()
            .setEnvelope(envelope())
            .setTenantKey(inbox.tenantKey())
            .setInboxKey(inbox.inboxKey())
            .setUid(inbox.uid())
            .setEvent(new ReadMessage(load.message(event)))
            .build();
    return record(InboxTopics.EVENTS, inbox, fact);
  }

  private FactEnvelope envelope() {
    return FactEnvelope.newBuilder()
        .setFactId(ambient.newUuid().toString())
        .setAcceptedAtMs(ambient.nowMillis())
        .setRequestId("benchmark")
        .setCaller("benchmark")
        .setProducerVersion("benchmark")
        .build();
  }

  private <K> ProducerRecord<byte[], byte[]> record(
      Topic<K, ?> topic, K key, SpecificRecordBase fact) {
    return new ProducerRecord<>(
        topic.name(),
        topic.partitionOf(key, topic.partitions()),
        topic.keyBytes(key),
        format.encode(fact));
  }
}
