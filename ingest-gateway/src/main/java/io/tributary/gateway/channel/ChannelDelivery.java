package io.tributary.gateway.channel;

import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.channels.MalformedEvent;
import io.tributary.channels.Move;
import io.tributary.channels.ProviderMessage;
import io.tributary.gateway.answer.Reply;
import io.tributary.gateway.kafka.FactWriter;
import io.tributary.gateway.kafka.OutgoingRecord;
import io.tributary.gateway.route.ApiRequest;
import io.tributary.schemas.topic.Topic;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * Verified messages of a request.
 *
 * @param request its caller is {@code provider/account}
 * @param messages in the request's order, each with its event id
 * @param malformed events that cannot be read
 * @param moves changes of users' numbers and ids; at least one of either kind
 * @param success the answer that the provider takes for success
 */
public record ChannelDelivery(
    ApiRequest request,
    String provider,
    String account,
    List<ProviderMessage> messages,
    List<MalformedEvent> malformed,
    List<Move> moves,
    Reply success) {

  public ChannelDelivery {
    messages = List.copyOf(messages);
    malformed = List.copyOf(malformed);
    moves = List.copyOf(moves);
  }

  /**
   * Appends a fact for each event, and answers with success once all are durable.
   *
   * @param events make facts of their envelopes, in the delivery's order
   */
  public <K, V extends SpecificRecordBase> CompletableFuture<Reply> append(
      FactWriter facts,
      Topic<K, V> topic,
      Function<V, K> key,
      Stream<Function<FactEnvelope, V>> events) {
    return facts.write(
        request, events.map(event -> record(facts, topic, key, event)).toList(), () -> success);
  }

  private <K, V extends SpecificRecordBase> OutgoingRecord<K, V> record(
      FactWriter facts, Topic<K, V> topic, Function<V, K> key, Function<FactEnvelope, V> event) {
    FactEnvelope envelope = facts.envelope(request);
    V fact = event.apply(envelope);
    return facts.record(request, topic, key.apply(fact), envelope, fact);
  }
}
