package io.tributary.gateway.channel;

import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.gateway.answer.Reply;
import io.tributary.gateway.publish.FactIngest;
import io.tributary.gateway.publish.FactStamp;
import io.tributary.gateway.publish.OutgoingRecord;
import io.tributary.schemas.topic.Topic;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecordBase;

/** Appends the messages of providers as facts. */
public record ChannelFacts(FactIngest facts, FactStamp stamp) {

  /**
   * Appends a delivery's facts, one for each of its events.
   *
   * @param key of a fact's record
   * @param events make facts of their envelopes, in the delivery's order
   */
  public <K, V extends SpecificRecordBase> CompletableFuture<Reply> append(
      ChannelDelivery delivery,
      Topic<K, V> topic,
      Function<V, K> key,
      Stream<Function<FactEnvelope, V>> events) {
    return facts.append(
        delivery.request(),
        events.map(event -> record(delivery, topic, key, event)).toList(),
        () -> CompletableFuture.completedFuture(delivery.success()));
  }

  private <K, V extends SpecificRecordBase> OutgoingRecord<K, V> record(
      ChannelDelivery delivery,
      Topic<K, V> topic,
      Function<V, K> key,
      Function<FactEnvelope, V> event) {
    FactEnvelope envelope = stamp.envelope(delivery.request());
    V fact = event.apply(envelope);
    return stamp.record(topic, key.apply(fact), fact, envelope, delivery.request());
  }
}
